import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { folderOf, sorted } from './print.mjs';

const begin = '<!-- mutations: written by `npm run mutate -- --write-docs` -->';
const end = '<!-- mutations: end -->';

/** Writes the list of mutations into the page, between its two marks. */
export async function writePage(file, results) {
  const page = readFileSync(file, 'utf8');
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no place for the mutations`);
  const text = `${page.slice(0, from + begin.length)}\n\n${tables(results)}\n\n${page.slice(to)}`;
  const style = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...style, filepath: file }));
}

function tables(results) {
  const folders = [...new Set(results.map(folderOf))];
  return folders
    .map((folder) => {
      const some = results.filter((result) => folderOf(result) === folder);
      const killed = some.filter(({ outcome }) => outcome === 'killed').length;
      return [
        `### \`${folder}\`: ${killed} of ${some.length}`,
        '',
        '| In | What is broken | Specs that notice, and how many of their tests |',
        '|---|---|---|',
        ...some.map(
          (result) =>
            `| ${result.file.slice(folder.length + 1).replace(/\.ts$/, '')} | ${escaped(result.words)} | ${noticedBy(result)} |`,
        ),
      ].join('\n');
    })
    .join('\n\n');
}

function noticedBy({ red, hung, outcome, reason }) {
  if (outcome === 'survived') return `none: ${escaped(reason)}`;
  if (hung) return 'all that use it: it never ends';
  return sorted(red)
    .map(({ spec, failed }) => `${spec} ${failed === 0 ? 'all' : failed}`)
    .join(', ');
}

const escaped = (text) => text.replace(/\|/g, '\\|');
