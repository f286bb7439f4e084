import { describe, expect, it } from '@jest/globals';
import { restartPauseMs } from '../../src/cli/restartPauseMs.ts';

describe('restartPauseMs', () => {
  it('is none after good service, then grows to half a minute', () => {
    expect([0, 1, 2, 3, 9, 10, 1000].map(restartPauseMs)).toEqual([
      0, 100, 200, 400, 25_600, 30_000, 30_000,
    ]);
  });
});
