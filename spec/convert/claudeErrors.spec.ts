import { describe, expect, it } from '@jest/globals';
import { toClaudeErrorAnswer, toClaudeErrorFrame } from '../../src/convert/claudeErrors.ts';
import {
  ConnectionError,
  ProtocolError,
  RequestError,
  TimeoutError,
  UpstreamError,
} from '../../src/errors.ts';

const requestId = 'req_own';
const said = (error: unknown) => {
  const { status, headers, body } = toClaudeErrorAnswer(error, { requestId });
  const json = JSON.parse(body) as {
    readonly error: { readonly type: string; readonly message: string };
  };
  return { status, headers, ...json };
};

describe('toClaudeErrorAnswer', () => {
  for (const [what, error, status, type] of [
    ['a request of no sense', new RequestError('No'), 400, 'invalid_request_error'],
    ['an unknown key', new RequestError('No', { status: 401 }), 401, 'authentication_error'],
    ['an unknown address', new RequestError('No', { status: 404 }), 404, 'not_found_error'],
    ['a request too large', new RequestError('No', { status: 413 }), 413, 'request_too_large'],
    ['a connection that failed', new ConnectionError('No'), 502, 'api_error'],
    ['silence', new TimeoutError('No'), 504, 'timeout_error'],
    [
      'a gateway that waited in vain',
      new UpstreamError('No', { status: 504 }),
      504,
      'timeout_error',
    ],
    [
      'a key store out of reach',
      new UpstreamError('No', { errorCode: 'cmek_key_unreachable', status: 400 }),
      503,
      'api_error',
    ],
    ['a stream that was cut', ProtocolError.incomplete(), 502, 'api_error'],
    ['a bug', new TypeError('x is not a function'), 500, 'api_error'],
    [
      'an error event',
      new UpstreamError('No', { type: 'overloaded_error' }),
      529,
      'overloaded_error',
    ],
    [
      'Claude, in its own words',
      new UpstreamError('No', { type: 'overloaded_error', status: 503 }),
      503,
      'overloaded_error',
    ],
    [
      'throttling at AWS',
      new UpstreamError('No', { type: 'ThrottlingException', status: 400 }),
      429,
      'rate_limit_error',
    ],
    [
      'Google out of reach',
      new UpstreamError('No', { type: 'UNAVAILABLE', status: 503 }),
      503,
      'api_error',
    ],
    [
      'a status from after our time',
      new UpstreamError('No', { status: 418 }),
      418,
      'invalid_request_error',
    ],
    ['a status that is none', new UpstreamError('No', { status: 299 }), 502, 'api_error'],
    [
      "the client's own key refused",
      new UpstreamError('No', { type: 'authentication_error', status: 401, keyOf: 'client' }),
      401,
      'authentication_error',
    ],
  ] as const) {
    it(`says ${what} as ${status} ${type}`, () => {
      const answer = said(error);

      expect([answer.status, answer.error.type]).toEqual([status, type]);
      expect(answer).toMatchObject({ type: 'error', request_id: requestId });
    });
  }

  it('tells nothing of a bug', () => {
    expect(said(new TypeError('x is not a function')).error.message).toBe('Internal server error');
  });

  it("keeps Claude's own body, but for what looks like a key", () => {
    const body =
      '{"type":"error","error":{"type":"api_error","message":"sk-ant-api03-abcdefghijkl"},"more":1}';
    const error = new UpstreamError('x', { type: 'api_error', status: 500, body });

    expect(toClaudeErrorAnswer(error, { requestId }).body).toBe(
      '{"type":"error","error":{"type":"api_error","message":"[redacted]"},"more":1}',
    );
  });

  it('hides a refusal of the relay’s own key', () => {
    const body =
      '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}';
    const answer = said(
      new UpstreamError('invalid x-api-key', { type: 'authentication_error', status: 401, body }),
    );

    expect(answer).toMatchObject({
      status: 500,
      headers: { 'x-should-retry': 'false' },
      error: { type: 'api_error', message: 'The upstream refused the credentials of this relay.' },
    });
  });

  it('says how long to wait, and whose request it was', () => {
    const answer = said(
      new UpstreamError('Slow down', {
        type: 'rate_limit_error',
        status: 429,
        headers: { 'retry-after': '3', 'request-id': 'req_theirs', server: 'x' },
      }),
    );

    expect(answer).toMatchObject({ headers: { 'retry-after': '3' }, request_id: 'req_theirs' });
    expect(answer.headers).not.toHaveProperty('server');
    expect(said(new RequestError('Busy', { status: 503 })).headers).toEqual({ 'retry-after': '1' });
  });
});

describe('toClaudeErrorFrame', () => {
  it('is one last event', () => {
    expect(toClaudeErrorFrame(new TimeoutError('Too slow'), { requestId })).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"timeout_error","message":"Too slow","details":{"error_code":"upstream_timeout"}},"request_id":"req_own"}\n\n',
    );
  });

  it('gives the reason of what went wrong on the way, and of nothing else', () => {
    const reasons = (told: (error: unknown) => string) =>
      [
        new ConnectionError('Broke'),
        ProtocolError.incomplete(),
        new ProtocolError('invalid', 'No'),
        new TimeoutError('Too slow'),
        new UpstreamError('No', { type: 'api_error' }),
        new TypeError('x is not a function'),
      ].map((error) => /"error_code":"(\w+)"/.exec(told(error))?.[1]);

    expect(reasons((error) => toClaudeErrorFrame(error, { requestId }))).toEqual([
      'upstream_error',
      'upstream_incomplete',
      'upstream_invalid_response',
      'upstream_timeout',
      undefined,
      undefined,
    ]);
    expect(reasons((error) => toClaudeErrorAnswer(error, { requestId }).body)[0]).toBe(
      'upstream_unavailable',
    );
  });
});
