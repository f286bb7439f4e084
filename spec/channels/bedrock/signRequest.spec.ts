import { describe, expect, it } from '@jest/globals';
import { signRequest } from '../../../src/channels/bedrock/signRequest.ts';
import { signatureProblem } from '../../../src/testing/index.ts';

const host = 'bedrock-runtime.us-east-1.amazonaws.com';
const datetime = '20261125T000000Z';
const at = Date.UTC(2026, 10, 25);
const keys = { accessKeyId: 'AKID', secretAccessKey: 'SECRET' };
const place = { region: 'us-east-1', service: 'bedrock' };
const haiku = 'us.anthropic.claude-haiku-4-5-20251001-v1%3A0';
const arn = 'arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Aapplication-inference-profile%2Fabc';
const path = (model: string) => `/model/${model}/invoke-with-response-stream`;

const sign = (model: string, body: string, credentials: typeof keys & { sessionToken?: string }) =>
  signRequest({ url: `https://${host}${path(model)}`, body, credentials, datetime, ...place });

describe('signRequest', () => {
  // Calculated once with AWS's own signer, @smithy/signature-v4.
  it.each([
    [
      'a colon that is encoded in the path, and once more in the signature',
      haiku,
      '{}',
      undefined,
      '8b13ace633678529f99135d59c5929d7f472d4137105fec08b8e297f83e6a617',
    ],
    [
      'a bare colon',
      'us.anthropic.claude-haiku-4-5-20251001-v1:0',
      '{}',
      undefined,
      'a60fc893b54f52d3f557b175161be74087052a529c94049c608990b97be216cf',
    ],
    [
      'an ARN with a slash',
      arn,
      '{}',
      undefined,
      '0f08d8edbcc90e78de90ef0c47cfc6742c9b370ae6de5c1f8b02aa2091dfa691',
    ],
    [
      'a session token',
      haiku,
      '{}',
      'TOKEN+/=',
      '817879b5d7cc38459f943010c70c37567ba9b40a4c7ceb8862173cd2cbc66c4b',
    ],
    [
      'a body beyond ASCII',
      arn,
      '{"text":"Grüße 😀"}',
      undefined,
      'a114072d8b3c480d4dedc88f5c72e627863edefc57b1d5a41308254f5e72a689',
    ],
  ])('signs %s as AWS does', async (_, model, body, sessionToken, signature) => {
    const credentials = { ...keys, ...(sessionToken !== undefined && { sessionToken }) };
    const headers = await sign(model, body, credentials);

    expect(headers['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
    expect(headers['x-amz-security-token']).toBe(sessionToken);
    // The stand-in for AWS, which has its own calculation, is of the same opinion.
    const call = { method: 'POST', path: path(model), headers: { host, ...headers }, text: body };
    expect(signatureProblem(call, credentials, place, at)).toBeUndefined();
  });

  it('signs with the time it is', async () => {
    const url = `https://${host}${path(haiku)}`;
    const headers = await signRequest({ url, body: '{}', credentials: keys, ...place });

    const call = { method: 'POST', path: path(haiku), headers: { host, ...headers }, text: '{}' };
    expect(signatureProblem(call, keys, place)).toBeUndefined();
  });
});
