import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toResponseHeaders } from '../../src/convert/responseHeaders.ts';

const now = new Date('2026-01-01T00:00:00Z');
const bucket = (name: string, limit: string, remaining: string, reset: string) => ({
  [`anthropic-ratelimit-${name}-limit`]: limit,
  [`anthropic-ratelimit-${name}-remaining`]: remaining,
  [`anthropic-ratelimit-${name}-reset`]: reset,
});
const tokens = (upstream: Record<string, string>) => {
  const said = toResponseHeaders(upstream, now);
  return ['limit', 'remaining', 'reset'].map((field) => said[`x-ratelimit-${field}-tokens`]);
};
const soon = '2026-01-01T00:00:12Z';
const later = '2026-01-01T00:06:00Z';

describe('toResponseHeaders', () => {
  it.each([
    ['2025-12-31T23:00:00Z', '0s'],
    ['2026-01-01T00:00:00Z', '0s'],
    ['2026-01-01T00:00:00.850Z', '850ms'],
    ['2026-01-01T00:00:01Z', '1s'],
    ['2026-01-01T00:00:11.001Z', '12s'],
    ['2026-01-01T00:00:59.500Z', '1m0s'],
    ['2026-01-01T00:06:00Z', '6m0s'],
    ['2026-01-01T01:00:03Z', '1h0m3s'],
    ['2026-01-01T02:00:03+01:00', '1h0m3s'],
    ['2026-01-03T00:00:00Z', '48h0m0s'],
  ])('says %s as %s from now', (reset, duration) => {
    const upstream = { 'anthropic-ratelimit-requests-reset': reset };
    expect(toResponseHeaders(upstream, now)['x-ratelimit-reset-requests']).toBe(duration);
  });

  it.each(['12', 'soon', '', '2026-13-45T00:00:00Z'])('says no duration for %j', (reset) => {
    const upstream = { 'anthropic-ratelimit-requests-reset': reset };
    expect(toResponseHeaders(upstream, now)).not.toHaveProperty('x-ratelimit-reset-requests');
  });

  it('takes the bucket of all tokens where there is one', () => {
    const upstream = {
      ...bucket('output-tokens', '80000', '70000', later),
      ...bucket('input-tokens', '200000', '150000', later),
      ...bucket('tokens', '280000', '220000', soon),
    };
    expect(tokens(upstream)).toEqual(['280000', '220000', '12s']);
  });

  it('takes the input’s, then the output’s, where there is none', () => {
    const output = bucket('output-tokens', '80000', '70000', later);
    const input = bucket('input-tokens', '200000', '150000', soon);
    expect(tokens({ ...output, ...input })).toEqual(['200000', '150000', '12s']);
    expect(tokens(output)).toEqual(['80000', '70000', '6m0s']);
  });

  it('takes the one that has run out, whole', () => {
    const upstream = {
      ...bucket('tokens', '280000', '80000', later),
      ...bucket('input-tokens', '200000', '0', soon),
    };
    expect(tokens(upstream)).toEqual(['200000', '0', '12s']);
  });

  it('says the organization only to whom it belongs', () => {
    const upstream = { 'anthropic-organization-id': 'org_1' };
    expect(toResponseHeaders(upstream, now, { keyOf: 'client' })).toHaveProperty(
      'openai-organization',
      'org_1',
    );
    for (const options of [{}, { keyOf: 'relay' as const }])
      expect(JSON.stringify(toResponseHeaders(upstream, now, options))).not.toContain('org_1');
  });

  it('prefers Claude’s request id to the cloud’s', () => {
    const upstream = { 'request-id': 'req_1', 'x-amzn-requestid': 'aws_1' };
    expect(toResponseHeaders(upstream, now)['x-request-id']).toBe('req_1');
  });

  it('does not touch what it is given', () => {
    const upstream = Object.freeze({ 'request-id': 'req_1', 'retry-after': '1' });
    expect(toResponseHeaders(upstream, now)).toMatchObject({ 'x-request-id': 'req_1' });
  });

  it('says nothing else, and nothing Node could not send', () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom('request-id', 'retry-after', 'anthropic-fast-x', 'set-cookie', '__proto__'),
      fc.constantFrom('anthropic-ratelimit-requests-limit', 'anthropic-ratelimit-tokens-reset'),
    );
    const legal =
      /^(openai-version|x-(anthropic-)?request-id|retry-after(-ms)?|x-should-retry|x-ratelimit-(limit|remaining|reset)-(requests|tokens)|anthropic-(ratelimit|priority|fast)-[a-z-]+)$/;
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (upstream) => {
        for (const [name, value] of Object.entries(toResponseHeaders(upstream, now))) {
          expect(name).toMatch(legal);
          expect(value).toMatch(/^[\t -~\x80-\xff]+$/);
        }
      }),
    );
  });
});
