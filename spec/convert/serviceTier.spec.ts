import { describe, expect, it } from '@jest/globals';
import { toServiceTier } from '../../src/convert/serviceTier.ts';

describe('toServiceTier', () => {
  it.each([
    ['standard', 'default'],
    ['priority', 'priority'],
    ['batch', 'flex'],
    ['fast', 'fast'],
    ['gold', undefined],
    ['constructor', undefined],
    [undefined, undefined],
  ])('says %s as %s', (claude, openai) => {
    expect(toServiceTier(claude)).toBe(openai);
  });
});
