import { describe, expect, it } from '@jest/globals';
import { toRefusal } from '../../src/convert/refusal.ts';

describe('toRefusal', () => {
  it.each([
    ['the explanation', { category: 'cyber', explanation: 'I will not.' }, 'I will not.'],
    ['at least the category', { category: 'cyber' }, 'The model declined to answer (cyber).'],
    [
      'the category where the explanation is empty',
      { category: 'bio', explanation: '' },
      'The model declined to answer (bio).',
    ],
    ['nothing where nothing is known', { category: null, explanation: null }, undefined],
    ['nothing without details', undefined, undefined],
  ])('says %s', (_, details, refusal) => {
    expect(toRefusal(details)).toBe(refusal);
  });
});
