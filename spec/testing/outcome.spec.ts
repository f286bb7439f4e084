import { describe, expect, it } from '@jest/globals';
import { asyncScheduler, concat, defer, NEVER, of, throwError, timer } from 'rxjs';
import { emitted, outcome } from '../../src/testing/index.ts';

const failure = new Error('no');

describe('outcome', () => {
  it('tells values and ending', () => {
    expect(outcome(of(1, 2))).toEqual({ values: [1, 2], ending: 'complete' });
    expect(outcome(concat(of(1), NEVER))).toEqual({ values: [1], ending: 'silent' });
    expect(
      outcome(
        concat(
          of(1),
          throwError(() => failure),
        ),
      ),
    ).toEqual({ values: [1], ending: 'error', error: failure });
  });

  it('runs in virtual time, from 0', () => {
    expect(outcome(defer(() => of(asyncScheduler.now()))).values).toEqual([0]);
    expect(outcome(timer(3_600_000)).values).toEqual([0]);
  });
});

describe('emitted', () => {
  it('gives the values of an observable that completes', () => {
    expect(emitted(of(1, 2))).toEqual([1, 2]);
  });

  it('throws what the observable throws, and complains of silence', () => {
    expect(() => emitted(throwError(() => failure))).toThrow(failure);
    expect(() => emitted(NEVER)).toThrow('has not completed');
  });
});
