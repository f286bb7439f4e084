import { describe, expect, it } from '@jest/globals';
import { from, take } from 'rxjs';
import { decodeSse } from '../../src/operators/index.ts';
import { keepAlive, keepAliveComment } from '../../src/operators/keepAlive.ts';
import { emitted } from '../../src/testing/index.ts';
import { marbles } from '../support/marbles.ts';

const text = { a: 'data: a\n\n', b: 'data: b\n\n', ':': keepAliveComment };

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['breaks silence', '                          a-----------b-|', 'a----:----:-b-|'],
  ['breaks silence before the first value', '   ------------a-|', '-----:----:-a-|'],
  ['counts silence from the latest value', '    a--b--a-----b-|', 'a--b--a----:b-|'],
  ['is quiet while there is something to say', 'a---b---a---b-|', 'a---b---a---b-|'],
  ['says nothing after the end', '              a|--------------', 'a|'],
  ['says nothing after a failure', '            a#--------------', 'a#'],
];

describe('keepAlive', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, text).pipe(keepAlive(5))).toBe(expected, text);
      }),
    );
  }

  it(
    'never speaks up when told 0',
    marbles(({ cold, expectObservable }) => {
      const text$ = cold('    a 60s b-|', text);
      const expected = '      a 60s b-|';

      expectObservable(text$.pipe(keepAlive(0))).toBe(expected, text);
    }),
  );

  it(
    'falls silent when its listener leaves',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const text$ = cold('    a-----------', text);
      const listening = '     ^-------!   ';
      const expected = '      a----:------';

      expectObservable(text$.pipe(keepAlive(5)), listening).toBe(expected, text);
      expectSubscriptions(text$.subscriptions).toBe(listening);
    }),
  );

  it(
    'goes on for as long as the silence does',
    marbles(({ cold, expectObservable }) => {
      const expected = '      -----:----:----:----:';
      const listening = '     ^--------------------!';

      expectObservable(cold<string>('-').pipe(keepAlive(5)), listening).toBe(expected, text);
    }),
  );

  it('speaks in comments, which no reader of server-sent events hears', () => {
    const bytes = new TextEncoder().encode(`${keepAliveComment}${text.a}`);

    expect(emitted(from([bytes]).pipe(decodeSse())).map(({ data }) => data)).toEqual(['a']);
  });

  // Not itBehavesLikeAnOperator: its sources never end, and neither would virtual time.
  it(
    'shares nothing between two listeners',
    marbles(({ cold, expectObservable }) => {
      const text$ = cold('   -------a|', text).pipe(keepAlive(5));

      expectObservable(text$).toBe('     -----:-a|', text);
      expectObservable(text$, '---^').toBe('--------:-a|', text);
    }),
  );

  it('stops a source that never pauses once its listener has left', () => {
    let produced = 0;
    function* firehose(): Generator<string> {
      while ((produced += 1) < 1000) yield text.a;
    }

    expect(emitted(from(firehose()).pipe(keepAlive(5), take(1)))).toHaveLength(1);
    expect(produced).toBeLessThan(1000);
  });
});
