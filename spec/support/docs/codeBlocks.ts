import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A fenced block of code in a page. */
export interface CodeBlock {
  /** Where it is: page and line. */
  readonly place: string;
  readonly language: string;
  /** The file it stands for, or a word like `no-run`; empty where nothing follows the language. */
  readonly note: string;
  readonly code: string;
}

const root = new URL('../../../', import.meta.url).pathname;

/** The README and everything below `docs`. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
    .sort(),
];

/** The blocks of a page, in order. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^ *```(\w+)(?: ([^\n]+))?\n(.*?)^ *```$/gms)].map(
    ({ 1: language = '', 2: note = '', 3: code = '', index }) => ({
      place: `${relative(root, join(root, page))}:${text.slice(0, index).split('\n').length}`,
      language,
      note,
      code,
    }),
  );
}

/** The one block that stands for a file. */
export function fileBlock(page: string, file: string): string {
  const found = codeBlocks(page).find(({ note }) => note === file);
  if (found === undefined) throw new Error(`${page} has no ${file}`);
  return found.code;
}
