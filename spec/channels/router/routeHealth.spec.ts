import { describe, expect, it } from '@jest/globals';
import { mergeMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { type RouteHealth, routeHealth } from '../../../src/channels/router/routeHealth.ts';
import { ConnectionError, RequestError, UpstreamError } from '../../../src/errors.ts';
import { marbles } from '../../support/marbles.ts';

const refused = new ConnectionError('refused');
const limited = (headers: Readonly<Record<string, string>>) =>
  new UpstreamError('Slow down', { type: 'rate_limit_error', status: 429, headers });
const bad = new UpstreamError('No', { type: 'invalid_request_error', status: 400 });

/** In virtual time, which stands still. */
function fresh(read: (health: RouteHealth) => unknown): unknown {
  const health = routeHealth({ breakAfter: 2, coolDownMs: 100, maxCoolDownMs: 1000 });
  return new TestScheduler(() => undefined).run(() => read(health));
}

const failing = (health: RouteHealth, ...errors: readonly unknown[]): number => {
  for (const error of errors) health.failed(error);
  return health.restMs();
};

describe('routeHealth', () => {
  it('lets a failure pass, and rests when there are too many in a row, for longer and longer', () => {
    expect(fresh((health) => failing(health, refused))).toBe(0);
    expect(fresh((health) => failing(health, refused, refused))).toBe(100);
    expect(fresh((health) => failing(health, refused, refused, refused))).toBe(200);
    expect(fresh((health) => failing(health, ...Array<unknown>(9).fill(refused)))).toBe(1000);
  });

  it('recovers with an answer, also with one that refuses a bad request', () => {
    for (const recover of [
      (health: RouteHealth) => {
        health.answered();
      },
      (health: RouteHealth) => {
        health.failed(bad);
      },
      (health: RouteHealth) => {
        health.failed(new RequestError('not here'));
      },
    ]) {
      expect(
        fresh((health) => {
          failing(health, refused, refused);
          recover(health);
          return [health.restMs(), failing(health, refused)];
        }),
      ).toEqual([0, 0]);
    }
  });

  it('rests at once for as long as it is asked to, within reason', () => {
    expect(fresh((health) => failing(health, limited({ 'retry-after-ms': '50' })))).toBe(50);
    expect(fresh((health) => failing(health, limited({ 'retry-after': '0.5' })))).toBe(500);
    expect(fresh((health) => failing(health, limited({ 'retry-after': '3600' })))).toBe(1000);
  });

  it('reads from a limit that ran out when it is full again', () => {
    // Virtual time begins at 1970.
    const headers = {
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '1970-01-01T00:00:01Z',
    };

    expect(fresh((health) => failing(health, limited(headers)))).toBe(1000);
  });

  it(
    'is on trial while a request is under way after a rest',
    marbles(({ expectObservable }) => {
      const health = routeHealth({ breakAfter: 1, coolDownMs: 100 });
      health.failed(refused);
      const rests$ = timer(100).pipe(
        mergeMap(() => {
          const rested = health.restMs();
          health.asked();
          return [rested, health.restMs()];
        }),
      );

      expectObservable(rests$).toBe('100ms (no|)', { n: 0, o: 100 });
    }),
  );
});
