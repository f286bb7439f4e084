import { describe, expect, it } from '@jest/globals';
import { signatureProblem } from '../../src/testing/index.ts';

/** Signed by AWS's own signer; see the spec of `signRequest`. */
const good = {
  method: 'POST',
  path: '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke-with-response-stream',
  headers: {
    host: 'bedrock-runtime.us-east-1.amazonaws.com',
    'content-type': 'application/json',
    'x-amz-date': '20261125T000000Z',
    'x-amz-content-sha256': '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKID/20261125/us-east-1/bedrock/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=8b13ace633678529f99135d59c5929d7f472d4137105fec08b8e297f83e6a617',
  },
  text: '{}',
};
const keys = { accessKeyId: 'AKID', secretAccessKey: 'SECRET' };
const place = { region: 'us-east-1', service: 'bedrock' };
const at = Date.UTC(2026, 10, 25);

const withHeader = (name: string, value: string) => ({
  ...good,
  headers: { ...good.headers, [name]: value },
});
const authorization = (from: RegExp, to: string) =>
  withHeader('authorization', good.headers.authorization.replace(from, to));

describe('signatureProblem', () => {
  it('has nothing against a good signature', () => {
    expect(signatureProblem(good, keys, place, at)).toBeUndefined();
    expect(signatureProblem(good, keys, place, at + 299_000)).toBeUndefined();
  });

  it.each<readonly [string, typeof good, RegExp]>([
    ['none', withHeader('authorization', ''), /^Missing/],
    ['one that is no signature', withHeader('authorization', 'Bearer x'), /^Missing/],
    ['another method', { ...good, method: 'PUT' }, /does not match the signature/],
    ['another path', { ...good, path: good.path.replace('haiku', 'opus') }, /does not match/],
    ['a path encoded another way', { ...good, path: good.path.replace('%3A', ':') }, /does not match/],
    ['another query', { ...good, path: `${good.path}?a=1` }, /does not match the signature/],
    ['another body', { ...good, text: '{"a":1}' }, /payload hash/],
    ['another host', withHeader('host', 'localhost'), /does not match the signature/],
    ['another type', withHeader('content-type', 'text/plain'), /does not match the signature/],
    ['other keys', authorization(/AKID/, 'AKIB'), /security token/],
    ['another place', authorization(/us-east-1/, 'us-east-2'), /scoped to/],
    ['a host that is not signed', authorization(/host;/, ''), /must be signed: host/],
    ['another signature', authorization(/617$/, '618'), /does not match the signature/],
  ])('tells %s', (_, call, problem) => {
    expect(signatureProblem(call, keys, place, at)).toMatch(problem);
  }); // prettier-ignore

  it('tells another secret, a missing session, and a signature that is too old', () => {
    expect(signatureProblem(good, { ...keys, secretAccessKey: 'X' }, place, at)).toMatch(
      /not match/,
    );
    expect(signatureProblem(good, { ...keys, sessionToken: 'T' }, place, at)).toMatch(
      /must be signed: x-amz-security-token/,
    );
    expect(signatureProblem(good, keys, place, at + 301_000)).toBe('Signature expired.');
  });
});
