/**
 * Writes `docs/operators.md` from what the sources say of their operators and folds:
 * `npm run docs:operators`. A spec fails where the page is not what this writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const page = new URL('docs/operators.md', root);

/** The catalogue, with one sentence and one diagram for each name its door offers. */
export function operatorsPage() {
  return (
    `# Operators and folds

Written by \`npm run docs:operators\` from the sources, where each has its whole story: what fact of the wire makes it
necessary, and its errors. Letters are those of [CONTRIBUTING.md](../CONTRIBUTING.md): \`S\` a message starts, \`T t\`
text, \`A a B b\` tools, \`.\` a block closes, \`D\` why it ended, \`X\` the end.

## Operators

From \`marblegate/operators\`. The pipeline is made of them, in the order of
[ARCHITECTURE.md](../ARCHITECTURE.md).

${chapter('operators')}
## Folds

From \`marblegate/folds\`: what \`track\` remembers beside a stream.

${chapter('folds')}`.trimEnd() + '\n'
  );
}

/** Names of values that are on the door of a layer, with the file each is from. */
export function offered(layer) {
  const door = readFileSync(new URL(`src/${layer}/index.ts`, root), 'utf8');
  return [...door.matchAll(/^export \{([^}]*)\} from '\.\/([^']+)';/gm)].flatMap(
    ([, names, file]) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => ({ name, file })),
  );
}

function chapter(layer) {
  return offered(layer)
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, file }) => section(name, `src/${layer}/${file}`))
    .join('\n');
}

function section(name, path) {
  const source = readFileSync(new URL(path, root), 'utf8');
  const declared = new RegExp(
    String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\nexport (?:function|const) ${name}\b`,
  ).exec(source);
  if (declared === null) throw new Error(`${path}: ${name} has no TSDoc`);
  const lines = declared[1].split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const said = lines.join('\n').trim();
  const [summary = ''] = said.split('\n\n');
  const [diagram] = /```text\n[\s\S]*?\n```/.exec(said) ?? [];
  if (diagram === undefined) throw new Error(`${path}: ${name} has no diagram`);
  return `### ${name}

${unlinked(summary.replaceAll('\n', ' '))} [Source](../${path})

${diagram}
`;
}

const unlinked = (text) => text.replaceAll(/\{@link (\w+)\}/g, '`$1`');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) writeFileSync(page, operatorsPage());
  else process.stdout.write(operatorsPage());
}
