import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as folds from '../../src/folds/index.ts';
import * as operators from '../../src/operators/index.ts';

const page = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
/** Not typed: it is a script that runs without being built. */
const script = (await import(String(new URL('../../api/operatorsPage.mjs', import.meta.url)))) as {
  operatorsPage(): string;
};

describe('docs/operators.md', () => {
  it('says what the sources say: npm run docs:operators', () => {
    expect(page).toBe(script.operatorsPage());
  });

  it.each([...Object.keys(operators), ...Object.keys(folds)])(
    'has one line and one diagram for %s',
    (name) => {
      const section = page.split(/^### /m).filter((text) => text.startsWith(`${name}\n`));

      expect(section).toHaveLength(1);
      expect(section[0]).toMatch(/^\w+\n\n\S.*\n\n```text\n[\s\S]+?\n```\n/);
    },
  );
});
