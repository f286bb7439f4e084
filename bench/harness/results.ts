import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../bench/results/', import.meta.url));

/** Keeps a run as JSON, under the time it was made; gives the file's name. */
export function keep(at: string, run: object): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${at.replaceAll(':', '').slice(0, 17)}.json`);
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  return relative(process.cwd(), file);
}
