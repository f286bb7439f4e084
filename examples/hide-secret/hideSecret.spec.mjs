import { expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { brokenLaws, createMarbles, emitted, openai } from 'marblegate/testing';
import hideSecret from './hideSecret.mjs';

const marbles = createMarbles((actual, expected) => expect(actual).toEqual(expected));
const context = { requestId: 'req_1', model: 'claude-test', stream: true };
const stage = hideSecret({ secret: 'swordfish' });

const { contentChunk, finishChunk, roleChunk } = openai;
const says = {
  R: roleChunk(),
  a: contentChunk('It is sw'),
  b: contentChunk('ord'),
  c: contentChunk('fish, s'),
  d: contentChunk('o is'),
  F: finishChunk('stop'),
};
const becomes = {
  ...says,
  a: contentChunk('It is '),
  c: contentChunk('[hidden], '),
  d: contentChunk('so i'),
  e: contentChunk('s'),
};

it(
  'hides a secret that comes in three chunks',
  marbles(({ cold, expectObservable }) => {
    const chunk$ = cold('  R-a-b-c-d-F---|', says);
    const expected = '     R-a---c-d-(eF)|';

    expectObservable(chunk$.pipe(stage(context))).toBe(expected, becomes);
  }),
);

it('keeps the laws of a stream', () => {
  const { R, a, b, c, d, F } = says;

  expect(brokenLaws(emitted(from([R, a, b, c, d, F]).pipe(stage(context))))).toEqual([]);
});
