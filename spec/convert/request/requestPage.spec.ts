import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const here = new URL('.', import.meta.url);
const page = readFileSync(new URL('../../../docs/request-conversion.md', here), 'utf8');

/** Rows of the page's tables: what the client says, and the spec that proves what becomes of it. */
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Client says|-)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim()));

/** Titles of the tests in a spec. */
function titlesIn(spec: string): readonly string[] {
  const source = readFileSync(new URL(`${spec}.spec.ts`, here), 'utf8');
  return [...source.matchAll(/\n\s*(?:it(?:\.each[^\n]*)?|[\]}]*\))\(\s*'([^']+)',/g)].map(
    ([, title = '']) => title,
  );
}

describe('docs/request-conversion.md', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(90);
  });

  it.each(rows)('%s: %s', (_says, _told, proof = '') => {
    const [spec = '', title] = proof.split(' › ');
    expect(titlesIn(spec)).toContain(title);
  });
});
