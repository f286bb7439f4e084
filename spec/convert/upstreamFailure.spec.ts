import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toUpstreamError } from '../../src/convert/upstreamFailure.ts';

const read = (
  body: unknown,
  headers: Record<string, string> = {},
  status: number | undefined = 400,
) =>
  toUpstreamError({
    status,
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    keyOf: 'relay',
  });

describe('toUpstreamError', () => {
  it.each<[string, unknown, { message: string; type?: string; errorCode?: string }]>([
    [
      'Claude',
      {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'Slow down', details: { error_code: 'ramp' } },
        request_id: 'req_1',
      },
      { message: 'Slow down', type: 'rate_limit_error', errorCode: 'ramp' },
    ],
    [
      'Claude, without details',
      { type: 'error', error: { type: 'api_error', message: 'Oops', details: null } },
      { message: 'Oops', type: 'api_error' },
    ],
    ['AWS', { message: 'The model is wrong.' }, { message: 'The model is wrong.' }],
    ['whoever labels it an error', { type: 'error', message: 'No.' }, { message: 'No.' }],
    ['AWS, on other days', { Message: 'No.' }, { message: 'No.' }],
    [
      'AWS, naming itself',
      { __type: 'ns#FooException', message: 'No.' },
      { message: 'No.', type: 'ns#FooException' },
    ],
    [
      'Google',
      { error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details: [{}] } },
      { message: 'Quota', type: 'RESOURCE_EXHAUSTED' },
    ],
    [
      'Google, in a list',
      [{ error: { code: 400, message: 'Bad', status: 'INVALID_ARGUMENT' } }],
      { message: 'Bad', type: 'INVALID_ARGUMENT' },
    ],
    [
      'a gateway with a number for a code',
      { error: { code: 429, message: 'Later' } },
      { message: 'Later' },
    ],
    ['a gateway with a bare text', { error: 'Unauthorized' }, { message: 'Unauthorized' }],
    [
      'a framework',
      { status: 404, error: 'Not Found', message: 'No such path' },
      { message: 'No such path' },
    ],
    ['another framework', { detail: 'Not authenticated' }, { message: 'Not authenticated' }],
    [
      'a gateway that puts the error into a message',
      {
        error: {
          type: 'upstream_error',
          message: JSON.stringify({
            type: 'error',
            error: { type: 'overloaded_error', message: 'Overloaded' },
          }),
        },
      },
      { message: 'Overloaded', type: 'overloaded_error' },
    ],
    [
      'a message that begins like JSON',
      { message: '{x} is undefined' },
      { message: '{x} is undefined' },
    ],
  ])('reads the answer of %s', (_, body, { message, type, errorCode }) => {
    const error = read(body);
    expect([error.message, error.type, error.errorCode]).toEqual([message, type, errorCode]);
  });

  it.each([
    '',
    '   ',
    '<html><body>502 Bad Gateway</body></html>',
    'upstream connect error',
    'null',
    '42',
    '[]',
    '{}',
    '{"error":null}',
    '{"error":{"message":""}}',
    '{"error":{"message":{"a":1}}}',
    '{"error"',
  ])('says the status where the body says nothing: %s', (body) => {
    const error = read(body, {}, 502);
    expect(error.message).toBe('Upstream returned HTTP 502');
    expect(error.cause).toBe(body);
  });

  it('keeps the beginning of such a body for the log, without its secrets', () => {
    const { cause } = read(`<p>sk-ant-abc123</p>${'x'.repeat(5000)}`);
    expect(cause).toBe(`<p>[redacted]</p>${'x'.repeat(200 - 20)}`);
  });

  it('takes the name of an AWS exception from the header', () => {
    const header = { 'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/coral/' };
    expect(read({ message: 'Later' }, header).type).toBe('ThrottlingException');
  });

  it('lets the model’s own status decide where Bedrock names it', () => {
    const body = { message: 'The model failed', originalStatusCode: 529, originalMessage: 'x' };
    const error = read(body, { 'x-amzn-errortype': 'ModelErrorException' }, 424);
    expect([error.status, error.type, error.message]).toEqual([529, undefined, 'The model failed']);
  });

  it('needs no status: an exception inside a stream has none', () => {
    const answer = {
      headers: { 'x-amzn-errortype': 'throttlingException' },
      keyOf: 'relay',
    } as const;
    expect(toUpstreamError({ ...answer, body: '' })).toMatchObject({
      message: 'The upstream failed.',
      type: 'throttlingException',
      status: undefined,
    });
  });

  it('keeps the body where it is an error of Claude’s own form, and no other', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    const own = JSON.stringify({ type: 'error', error, request_id: 'req_1' });

    expect(read(own).body).toBe(own);
    expect(read({ error }).body).toBeUndefined();
    expect(read('<p>Bad Gateway</p>').body).toBeUndefined();
  });

  it('keeps status, headers and whose key it was', () => {
    const headers = { 'request-id': 'req_1' };
    expect(toUpstreamError({ status: 401, headers, body: '', keyOf: 'client' })).toMatchObject({
      status: 401,
      headers,
      keyOf: 'client',
    });
  });

  it('is not led around by what is nested without end', () => {
    let body = 'x';
    for (let i = 0; i < 12; i++) body = JSON.stringify({ message: body });
    expect(read(body).message).toContain('message');
  });

  it('reads any body at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        const error = read(body);
        expect(error.message).not.toBe('');
        expect(['string', 'undefined']).toContain(typeof error.type);
        expect(['string', 'undefined']).toContain(typeof error.errorCode);
      }),
    );
  });
});
