import { describe, expect, it } from '@jest/globals';
import { retryWaitMs } from '../../src/convert/retryWait.ts';

const now = new Date('2026-01-01T00:00:00Z');

describe('retryWaitMs', () => {
  for (const [headers, waitMs] of [
    [{}, undefined],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after-ms': '40', 'retry-after': '2' }, 40],
    [{ 'retry-after-ms': 'soon', 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
  ] as const) {
    it(`reads ${String(waitMs)} from ${JSON.stringify(headers)}`, () => {
      expect(retryWaitMs(headers as Readonly<Record<string, string>>, now)).toBe(waitMs);
    });
  }
});
