import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { encodeClaudeSse } from '../../src/operators/encodeClaudeSse.ts';
import { decodeSse, parseEvents } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const says = { p: claude.ping(), t: claude.text(0, 'a\nb') };
const becomes = {
  p: 'event: ping\ndata: {"type":"ping"}\n\n',
  t: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\\nb"}}\n\n',
};

describe('encodeClaudeSse', () => {
  it(
    'names each event in a line of its own',
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold('p-t-|', says).pipe(encodeClaudeSse())).toBe('p-t-|', becomes);
    }),
  );

  it('says what is read back the same', () => {
    const told = claude.message('end_turn', claude.textStart(0), claude.text(0, 'é'));
    const text = emitted(from(told).pipe(encodeClaudeSse())).join('');

    expect(
      emitted(from([new TextEncoder().encode(text)]).pipe(decodeSse(), parseEvents())),
    ).toEqual(told);
  });

  itBehavesLikeAnOperator(encodeClaudeSse, { source: 'p-t-', says, expected: 'p-t-', becomes });
});
