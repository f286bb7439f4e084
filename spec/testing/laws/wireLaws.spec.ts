import { describe, expect, it } from '@jest/globals';
import type { OpenAIChunk } from '../../../src/openai/chunks.ts';
import {
  brokenWireLaws,
  openai,
  sentChunks,
  type StreamContext,
  wireLaws,
} from '../../../src/testing/index.ts';

const { answer, awaitingUsage, contentChunk, roleChunk, usage, usageChunk } = openai;

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const frames = (chunks: readonly OpenAIChunk[]): string => chunks.map(frame).join('');
const done = 'data: [DONE]\n\n';
const error = { message: 'Overloaded', type: 'server_error', param: null, code: null };
const whole = frames(answer('stop', contentChunk('Grüße 👋')));
const begun = frames([roleChunk(), contentChunk('Hi')]);

/** The bytes of a text whose byte at the given place is no UTF-8. */
const spoilt = (text: string, place: number): Uint8Array =>
  new TextEncoder().encode(text).fill(0xff, place, place + 1);

type Case = readonly [sent: string | Uint8Array, context?: StreamContext];

const lawful: Readonly<Record<string, Case>> = {
  'an answer': [whole + done],
  'an answer with comments': [`: keep-alive\n\n${whole}: keep-alive\n\n${done}`],
  'an answer as bytes': [new TextEncoder().encode(whole + done)],
  'an answer with usage': [
    frames(awaitingUsage(...answer('stop'), usageChunk(usage(1, 2)))) + done,
    { includeUsage: true },
  ],
  'an answer that failed': [begun + frame({ error })],
  'a failure alone': [frame({ error })],
};

const unlawful: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  'the bytes are UTF-8': {
    'a lone byte in the text': [spoilt(whole + done, (whole + done).indexOf('Gr'))],
  },
  'a frame is one line of data or a comment, ended by a blank line': {
    'named events': [whole.replaceAll('data:', 'event: chunk\ndata:') + done],
    'no space after the colon': [whole.replaceAll('data: ', 'data:') + done],
    'an id': [`id: 1\n${whole}${done}`],
    'data in two lines': [whole.replace('{"id"', '{\ndata: "id"') + done],
    'carriage returns': [whole.replaceAll('\n\n', '\r\n\n') + done],
    'three newlines': [whole + '\n' + done],
    'an unended [DONE]': [whole + 'data: [DONE]\n'],
  },
  'data is a JSON object, or [DONE]': {
    'half a chunk': [`${begun}data: {"id"\n\n${frame({ error })}`],
    'a list': [`${begun}data: []\n\n${frame({ error })}`],
  },
  'an error frame is an OpenAI error with all four keys, and nothing else': {
    'no param': [begun + frame({ error: { message: 'a', type: 'b', code: null } })],
    "Claude's own": [begun + frame({ type: 'error', error: { type: 'a', message: 'b' } })],
    'a status': [begun + frame({ error: { ...error, status: 529 } })],
    'a string': [begun + frame({ error: 'Overloaded' })],
  },
  'I15 a stream ends once: [DONE] after a finish, or one error and no [DONE]; nothing follows': {
    never: [whole],
    '[DONE] twice': [whole + done + done],
    'an error, then [DONE]': [begun + frame({ error }) + done],
    'two errors': [begun + frame({ error }) + frame({ error })],
    'a comment after [DONE]': [`${whole}${done}: keep-alive\n\n`],
    'a chunk after the error': [begun + frame({ error }) + frame(contentChunk('!'))],
  },
};

describe('wireLaws', () => {
  it.each(Object.entries(lawful))('hold for %s', (_name, [sent, context = {}]) => {
    expect(brokenWireLaws(sent, context)).toEqual([]);
  });

  it.each(
    Object.entries(unlawful).flatMap(([law, cases]) =>
      Object.entries(cases).map(
        ([name, [sent, context = {}]]) => [law, name, sent, context] as const,
      ),
    ),
  )('%s – broken by: %s', (law, _name, sent, context) => {
    expect(brokenWireLaws(sent, context)).toEqual([expect.stringMatching(startOf(law))]);
  });

  it('are each broken by bytes of this spec', () => {
    expect(Object.keys(unlawful)).toEqual(wireLaws.map(({ name }) => name));
  });

  it('count a finish before [DONE] among them, and one before an error against them', () => {
    expect(brokenWireLaws(begun + done)).toContainEqual(expect.stringMatching(/^I15 /));
    expect(brokenWireLaws(whole + frame({ error }))).toContainEqual(expect.stringMatching(/^I15 /));
  });

  it('judge the chunks in the bytes, too', () => {
    expect(brokenWireLaws(whole.replace('"Grüße 👋"', '""') + done)).toEqual([
      expect.stringMatching(/^I11 /),
    ]);
  });
});

const startOf = (law: string): RegExp => new RegExp(`^${law.replaceAll(/[[\]]/g, '\\$&')}: `);

describe('sentChunks', () => {
  it('gives the chunks in what a client was sent, without comments, errors and [DONE]', () => {
    expect(sentChunks(`: hi\n\n${whole}${done}`)).toEqual(answer('stop', contentChunk('Grüße 👋')));
    expect(sentChunks(begun + frame({ error }))).toEqual([roleChunk(), contentChunk('Hi')]);
  });
});
