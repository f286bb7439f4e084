import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toErrorAnswer, toErrorFrame } from '../../src/convert/errors.ts';
import {
  bedrockExceptions,
  claudeErrorTypes,
  errorRows,
  googleStatuses,
  upstreamStatuses,
} from '../../src/convert/errorTable.ts';
import { toUpstreamError } from '../../src/convert/upstreamFailure.ts';
import {
  ConnectionError,
  ProtocolError,
  RequestError,
  TimeoutError,
  UpstreamError,
  type UpstreamFailure,
} from '../../src/errors.ts';

const claude = (failure: UpstreamFailure, message = 'Just so.'): UpstreamError =>
  new UpstreamError(message, failure);

describe('toErrorAnswer', () => {
  it('says all four keys, and the message of Claude word for word', () => {
    expect(toErrorAnswer(claude({ status: 529, type: 'overloaded_error' }, 'Overloaded'))).toEqual({
      status: 503,
      headers: {},
      error: {
        message: 'Overloaded',
        type: 'server_error',
        param: null,
        code: 'server_is_overloaded',
      },
    });
  });

  it.each(Object.entries(claudeErrorTypes))(
    'answers %s the same with its status and, from a stream, without',
    (type, { status }) => {
      expect(toErrorAnswer(claude({ type }))).toEqual(toErrorAnswer(claude({ type, status })));
    },
  );

  it.each(Object.keys(upstreamStatuses).map(Number))('knows status %i without a type', (status) => {
    const kind = upstreamStatuses[status] ?? 'failed';
    const row = errorRows[kind === 'keyRefused' ? 'relayKeyRefused' : kind];
    const { status: said, error } = toErrorAnswer(claude({ status }));
    expect([said, error.type]).toEqual([row.status, row.type]);
  });

  it.each<[string, UpstreamFailure, number]>([
    ['the type over a status of its class', { status: 503, type: 'overloaded_error' }, 503],
    ['the type over a vague status', { status: 500, type: 'rate_limit_error' }, 429],
    ['the type over a gateway’s 502', { status: 502, type: 'permission_error' }, 403],
    ['the type over a success', { status: 200, type: 'api_error' }, 500],
    ['a bare 400 that is a full quota', { status: 400, type: 'rate_limit_error' }, 429],
    ['a precise status over a type of the other class', { status: 429, type: 'api_error' }, 429],
    ['a precise 429 over overloaded', { status: 429, type: 'overloaded_error' }, 429],
    ['the status over a vague type', { status: 413, type: 'invalid_request_error' }, 413],
    ['the status over an internal error', { status: 504, type: 'api_error' }, 504],
    ['the finer reason over both', { status: 500, errorCode: 'cmek_key_unreachable' }, 503],
    [
      'the name of an exception over its status',
      { status: 400, type: 'ServiceQuotaExceededException' },
      429,
    ],
  ])('lets speak %s', (_, failure, status) => {
    expect(toErrorAnswer(claude(failure)).status).toBe(status);
  });

  it.each(Object.keys(bedrockExceptions))('knows %s in every spelling of AWS', (name) => {
    const answer = toErrorAnswer(claude({ type: name }));
    const spellings = [
      name.charAt(0).toLowerCase() + name.slice(1),
      `${name}:http://internal.amazon.com/coral/`,
      `com.amazon.coral.service#${name}`,
      name.replace(/Exception$/, ''),
    ];
    for (const type of spellings) expect(toErrorAnswer(claude({ type }))).toEqual(answer);
  });

  it('tells the client of its own key, and of the relay’s nothing but that it was refused', () => {
    const refused = { status: 401, type: 'authentication_error' };
    const own = toErrorAnswer(claude({ ...refused, keyOf: 'client' }, 'invalid x-api-key'));
    expect(own).toMatchObject({
      status: 401,
      error: { message: 'invalid x-api-key', code: 'invalid_api_key' },
    });
    for (const type of ['authentication_error', 'AccessDeniedException', 'UNAUTHENTICATED']) {
      const { status, headers, error } = toErrorAnswer(
        claude({ type }, 'User arn:aws:iam::123456789012:user/relay may not do that'),
      );
      expect([status, headers]).toEqual([500, { 'x-should-retry': 'false' }]);
      expect(error.message).toBe('The upstream refused the credentials of this relay.');
    }
  });

  it('names the model where it is the model that is forbidden', () => {
    const forbidden = { status: 403, type: 'permission_error' };
    const param = (message: string, keyOf: 'relay' | 'client') =>
      toErrorAnswer(claude({ ...forbidden, keyOf }, message)).error.param;
    expect(param('You do not have access to this model.', 'relay')).toBe('model');
    expect(param('Request not allowed', 'relay')).toBeNull();
    expect(param('You do not have access to this model.', 'client')).toBeNull();
  });

  it('calls the length of the answer as the client did', () => {
    const error = claude({ status: 400 }, 'max_tokens: 200000 > 64000, which is the maximum');
    const param = (maxTokensParam: 'max_tokens' | 'max_completion_tokens') =>
      toErrorAnswer(error, { maxTokensParam }).error.param;
    expect(param('max_completion_tokens')).toBe('max_completion_tokens');
    expect(param('max_tokens')).toBe('max_tokens');
  });

  it('takes a reason from the text of a bad request of any upstream', () => {
    for (const type of ['invalid_request_error', 'ValidationException', 'INVALID_ARGUMENT'])
      expect(toErrorAnswer(claude({ type }, 'prompt is too long: 9 > 8')).error.code).toBe(
        'context_length_exceeded',
      );
  });

  it('does not take a tool’s own parameter for one of the request', () => {
    const message =
      'tools.0.custom.input_schema.properties.temperature: Extra inputs are not permitted';
    expect(toErrorAnswer(claude({ status: 400 }, message)).error.param).toBe(
      'tools[0].function.parameters',
    );
    const inMessages = 'messages.1.content.0.input.temperature: Extra inputs are not permitted';
    expect(toErrorAnswer(claude({ status: 400 }, inMessages)).error.param).toBe('messages');
  });

  it('knows a finer reason that means what a text means, and copies all others', () => {
    const code = (errorCode: string) =>
      toErrorAnswer(claude({ status: 400, errorCode })).error.code;
    expect(code('image_dimensions_too_large')).toBe('image_too_large');
    expect(code('available_tools_limit_exceeded')).toBe('available_tools_limit_exceeded');
    expect(code('not a word')).toBeNull();
    expect(toErrorAnswer(claude({ status: 500, errorCode: 'odd' })).error.code).toBe('odd');
    // Where the table has a code already, clients know that one.
    expect(toErrorAnswer(claude({ status: 403, errorCode: 'odd' })).error.code).toBe(
      'permission_denied',
    );
  });

  it.each([520, 521, 522, 523, 524, 525, 526, 527])('takes %i of a proxy for 503', (status) => {
    expect(toErrorAnswer(claude({ status }))).toMatchObject({
      status: 503,
      error: { code: 'upstream_unavailable' },
    });
  });

  describe('retry headers', () => {
    const rateLimit = (headers: Record<string, string>, now?: Date) =>
      toErrorAnswer(claude({ status: 429, type: 'rate_limit_error', headers }), {
        ...(now && { now }),
      }).headers;
    const soon = {
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2026-01-01T00:00:09.200Z',
      'anthropic-ratelimit-requests-remaining': '5',
      'anthropic-ratelimit-requests-reset': '2026-01-01T01:00:00Z',
    };
    const now = new Date('2026-01-01T00:00:00Z');

    it('are the upstream’s own, word for word', () => {
      const own = { 'retry-after': '30', 'retry-after-ms': '29500', 'x-should-retry': 'true' };
      expect(rateLimit({ ...own, ...soon, 'set-cookie': 'a=b' }, now)).toEqual(own);
      const billing = { status: 402, headers: { 'x-should-retry': 'true' } };
      expect(toErrorAnswer(claude(billing)).headers).toEqual({ 'x-should-retry': 'true' });
    });

    it('say when an exhausted bucket is full again, in whole seconds', () => {
      expect(rateLimit(soon, now)).toEqual({ 'retry-after': '10' });
      expect(rateLimit(soon, new Date('2026-01-02T00:00:00Z'))).toEqual({ 'retry-after': '0' });
    });

    it('wait for the last of several exhausted buckets', () => {
      const both = { ...soon, 'anthropic-ratelimit-requests-remaining': '0' };
      expect(rateLimit(both, now)).toEqual({ 'retry-after': '3600' });
    });

    it('are measured by the upstream’s clock where no other is given', () => {
      const date = 'Thu, 01 Jan 2026 00:00:02 GMT';
      expect(rateLimit({ ...soon, date })).toEqual({ 'retry-after': '8' });
      expect(rateLimit(soon)).toEqual({});
    });

    it('promise nothing when what ran out was money', () => {
      const headers = soon;
      const broke = claude({ status: 429, errorCode: 'contract_spend_limit_reached', headers });
      expect(toErrorAnswer(broke, { now }).headers).toEqual({ 'x-should-retry': 'false' });
    });

    it('are left out when Node could not send them', () => {
      expect(rateLimit({ 'retry-after': '1\r\nset-cookie: a=b' })).toEqual({});
    });
  });

  it('says nothing of an error that is none of ours', () => {
    for (const thrown of [
      new Error('ENOENT /etc/relay.yaml'),
      'text',
      undefined,
      null,
      { status: 200 },
    ])
      expect(toErrorAnswer(thrown)).toEqual({
        status: 500,
        headers: {},
        error: {
          message: 'The server had an error while processing your request.',
          type: 'server_error',
          param: null,
          code: 'internal_error',
        },
      });
  });

  it('never answers an error with a status that is none', () => {
    for (const status of [0, 200, 302, 600, 1000, 400.5, NaN]) {
      expect(toErrorAnswer(claude({ status })).status).toBe(502);
      expect(toErrorAnswer(new RequestError('No.', { status })).status).toBe(400);
    }
  });

  it('always has a sentence', () => {
    const silent = [
      new RequestError(''),
      claude({ status: 418 }, ''),
      claude({ type: 'odd_error' }, ''),
      new ProtocolError('invalid', ''),
      new ConnectionError(''),
      new TimeoutError(''),
      new Error(''),
    ];
    for (const error of silent) expect(toErrorAnswer(error).error.message).toMatch(/^[A-Z].{10,}/);
  });
});

describe('toErrorFrame', () => {
  it('says what an HTTP answer would, and is never without a code', () => {
    const error = claude({ type: 'api_error' }, 'Internal server error');
    expect(toErrorFrame(error)).toEqual({
      error: {
        message: 'Internal server error',
        type: 'server_error',
        param: null,
        code: 'api_error',
      },
    });
  });

  it('says that the upstream ended too early in the words clients know', () => {
    expect(toErrorFrame(ProtocolError.incomplete()).error).toEqual({
      message: 'The upstream stream ended before the response was complete.',
      type: 'server_error',
      param: null,
      code: 'upstream_incomplete',
    });
  });
});

describe('every error', () => {
  const words = [
    ...Object.keys(claudeErrorTypes),
    ...Object.keys(bedrockExceptions),
    ...Object.keys(googleStatuses),
    '__proto__',
    'constructor',
    'toString',
  ];
  const word = fc.oneof(fc.constantFrom(...words), fc.string());
  const headers = fc.dictionary(
    fc.oneof(
      fc.constantFrom('retry-after', 'x-should-retry', 'date', '__proto__'),
      fc.constantFrom(
        'anthropic-ratelimit-tokens-remaining',
        'anthropic-ratelimit-tokens-reset',
        'x-amzn-errortype',
      ),
    ),
    fc.oneof(fc.string(), fc.constantFrom('0', '2026-01-01T00:00:00Z')),
  );
  const status = fc.option(fc.oneof(fc.integer({ min: 0, max: 700 }), fc.double()), {
    nil: undefined,
  });
  const keyOf = fc.constantFrom('relay' as const, 'client' as const);
  const upstream = fc
    .record({ message: fc.string(), type: word, errorCode: word, status, headers, keyOf })
    .map(({ message, ...failure }) => new UpstreamError(message, failure));
  const answered = fc
    .record({ body: fc.oneof(fc.string(), fc.json()), status, headers, keyOf })
    .map((answer) => toUpstreamError(answer));
  const request = fc
    .record({ message: fc.string(), status: fc.double() })
    .map((x) => new RequestError(x.message, x));
  const thrown = fc.oneof(fc.anything(), upstream, answered, request);

  const secrets = [
    'sk-ant-api03-abcDEF123_-xyz',
    'sk-proj-0123456789abcdefghij',
    'Bearer abcdefghijklmnopqrstuvwxyz012345',
    'AKIAIOSFODNN7EXAMPLE',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'ya29.a0AfH6SMBx-1',
    'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl',
  ];

  it('is a legal answer and a legal frame, whatever was thrown', () => {
    fc.assert(
      fc.property(thrown, (error) => {
        const answer = toErrorAnswer(error);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThanOrEqual(599);
        for (const value of Object.values(answer.headers))
          expect(value).toMatch(/^[\t -~\x80-\xff]+$/);
        for (const said of [answer.error, toErrorFrame(error).error]) {
          expect(Object.keys(said).sort()).toEqual(['code', 'message', 'param', 'type']);
          expect(said.message).not.toBe('');
          expect(said.type).toMatch(/^[a-z_]+$/);
        }
        expect(typeof toErrorFrame(error).error.code).toBe('string');
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every secret, wherever the upstream quotes it', () => {
    const places = fc.constantFrom<(secret: string) => unknown>(
      (secret) => new RequestError(`Not a model: '${secret}'.`),
      (secret) => new UpstreamError(`bad: ${secret}`, { status: 400, type: secret }),
      (secret) =>
        new UpstreamError(`bad: ${secret}`, { status: 418, type: secret, errorCode: secret }),
      (secret) => new ProtocolError('invalid', `Unexpected "${secret}"`),
      (secret) => new ConnectionError(`at ${secret}`),
      (secret) => new Error(secret),
      (secret) => toUpstreamError({ status: 500, headers: {}, body: secret, keyOf: 'client' }),
      (secret) =>
        toUpstreamError({
          status: 403,
          headers: {},
          body: JSON.stringify({ error: { type: secret, message: `refused (${secret})` } }),
          keyOf: 'client',
        }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...secrets), places, (secret, place) => {
        const error = place(secret);
        const bare = secret.replace('Bearer ', '');
        expect(JSON.stringify([toErrorAnswer(error), toErrorFrame(error)])).not.toContain(bare);
      }),
      { numRuns: 500 },
    );
  });
});
