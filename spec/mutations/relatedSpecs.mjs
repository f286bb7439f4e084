import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders of specs without sockets, clients and processes. */
const pure = ['folds', 'operators', 'convert'];
/** Recorded traffic is not in a copy of the tree. */
const unfit = /\/corpus$/;

let reached;

/**
 * The pure specs whose imports lead to a file, however indirectly.
 *
 * @param file - path from the root, e.g. `src/folds/toolIndex.ts`
 * @returns names of specs, e.g. `folds/toolIndex`
 */
export function relatedSpecs(root, file) {
  reached ??= new Map(
    pure
      .flatMap((folder) => specsIn(path.join(root, 'spec', folder)))
      .map((spec) => [
        path.relative(path.join(root, 'spec'), spec).replace(/\.spec\.ts$/, ''),
        importsOf(spec),
      ])
      .filter(([spec]) => !unfit.test(spec)),
  );
  const wanted = path.join(root, file);
  return [...reached].filter(([, files]) => files.has(wanted)).map(([spec]) => spec);
}

const specsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => path.join(folder, name));

const direct = new Map();

function importsOf(file, seen = new Set()) {
  if (!direct.has(file)) {
    const source = readFileSync(file, 'utf8');
    const names = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)].map(([, name]) =>
      path.resolve(path.dirname(file), name),
    );
    direct.set(file, names.filter(existsSync));
  }
  for (const next of direct.get(file)) {
    if (seen.has(next)) continue;
    seen.add(next);
    importsOf(next, seen);
  }
  return seen;
}
