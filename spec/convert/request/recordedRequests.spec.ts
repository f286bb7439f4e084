import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { toClaudeRequest } from '../../../src/convert/request/toClaudeRequest.ts';
import { RequestError } from '../../../src/errors.ts';
import { brokenRules } from '../../support/claudeRules.ts';

/** Bodies that real clients sent lie beside the project, if at all. */
const folder = new URL('../../../../shared/corpus/requests/', import.meta.url);
const names = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.json'))
  : [];
if (names.length === 0) process.stderr.write('recorded requests absent: skipped\n');

/** Claude hears nothing: what cannot be said is refused by name. */
const refused: Readonly<Record<string, string>> = {
  'input-audio.json': 'messages.[0].content.[1].type',
};

const models = ['claude-opus-5-5', 'claude-sonnet-5', 'claude-opus-4-6', 'claude-haiku-4-5'];

describe('recorded requests', () => {
  it('are all there, or none', () => {
    expect(names.length === 0 || names.length > 20).toBe(true);
  });

  for (const name of names) {
    const request = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      readonly model: string;
    };
    it.each([request.model, ...models])(`${name} becomes one that Claude takes, as %s`, (model) => {
      const asked = { ...request, model };
      const param = refused[name];
      if (param === undefined) {
        const { body } = toClaudeRequest(asked);
        expect(brokenRules(JSON.parse(JSON.stringify(body)))).toEqual([]);
      } else {
        let error: unknown;
        try {
          toClaudeRequest(asked);
        } catch (thrown) {
          error = thrown;
        }
        expect(error).toBeInstanceOf(RequestError);
        expect(error).toMatchObject({ status: 400, param });
      }
    });
  }
});
