import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync(new URL('../../docs/conversion.md', import.meta.url), 'utf8');

/** Rows of the page's tables: what is said, what becomes of it, and the spec that proves it. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| [^|]+ \| [^|]+ \| Proved by/.test(line))
  .filter((line) => !line.startsWith('| -'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

const sourceOf = (spec: string): string =>
  readFileSync(new URL(`../${spec}.spec.ts`, import.meta.url), 'utf8');

/** Whether a spec has a test or a suite of this title: written out, or the name of a case. */
function hasTitle(source: string, title: string): boolean {
  const text = title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const quoted = `(['"\`]?)${text}\\1`;
  const isTest = new RegExp(`(?:\\b(?:it|describe)|\\]\\)|\\))\\(\\s*${quoted}\\s*,`);
  const isCase = new RegExp(`\\[\\s*${quoted}\\s*[,\\]]`);
  const isListed = new RegExp(`\\n\\s*${quoted}[,:] ?`);
  return [isTest, isCase, isListed].some((pattern) => pattern.test(source));
}

describe('docs/conversion.md', () => {
  it('has rows of three cells', () => {
    expect(rows.length).toBeGreaterThan(170);
    expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([]);
  });

  it.each(rows)('%s: %s', (_says, _told, proof = '') => {
    const [spec = '', title = ''] = proof.split(' › ');
    expect(title).not.toBe('');
    expect({ proof, isThere: hasTitle(sourceOf(spec), title) }).toEqual({ proof, isThere: true });
  });

  it('is not content with a title that is nowhere', () => {
    const source = "it('says what is so', () => {});\n// says what is not so\n";

    expect(hasTitle(source, 'says what is so')).toBe(true);
    expect(hasTitle(source, 'says what is not so')).toBe(false);
    expect(hasTitle(source, 'says what')).toBe(false);
  });
});
