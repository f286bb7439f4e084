import { describe, expect, it } from '@jest/globals';
import { memoryTurnStore } from '../../../src/relay/turnMemory/memoryTurnStore.ts';
import { until } from '../../support/settled.ts';

describe('memoryTurnStore', () => {
  it('gives back what was kept, in the order of the keys', () => {
    const store = memoryTurnStore();
    store.set('a', 'first');
    store.set('b', 'second');
    store.set('a', 'third');

    expect(store.get(['b', 'none', 'a'])).toEqual(['second', undefined, 'third']);
  });

  it('takes no more than it may, and forgets what was used least recently', () => {
    const store = memoryTurnStore({ maxBytes: 100_000 });
    const turn = 'x'.repeat(10_000);
    for (const key of ['a', 'b', 'c', 'd']) store.set(key, turn);
    store.get(['a']);
    store.set('e', turn);

    expect(store.get(['a', 'b', 'e']).map((kept) => kept !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('does not try to keep what is larger than all it may take', () => {
    const store = memoryTurnStore({ maxBytes: 10_000 });
    store.set('small', 'turn');
    store.set('large', 'x'.repeat(10_000));

    expect(store.get(['small', 'large'])).toEqual(['turn', undefined]);
  });

  it('forgets what was not used for long', async () => {
    const store = memoryTurnStore({ ttlMs: 1 });
    store.set('a', 'turn');
    await until(() => store.get(['a'])[0] === undefined);
    expect(store.get(['a'])).toEqual([undefined]);
  });
});
