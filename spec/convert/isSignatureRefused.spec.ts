import { describe, expect, it } from '@jest/globals';
import { isSignatureRefused } from '../../src/convert/isSignatureRefused.ts';
import { UpstreamError } from '../../src/errors.ts';

const bad = (message: string, status = 400) =>
  new UpstreamError(message, { type: 'invalid_request_error', status });

describe('isSignatureRefused', () => {
  it.each([
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    'messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
  ])('knows %s', (words) => {
    expect(isSignatureRefused(bad(words))).toBe(true);
  });

  it.each([
    ['another fault', bad('messages: text content blocks must be non-empty')],
    ['thinking that is not to be had', bad('thinking: adaptive thinking is not supported')],
    ['another status', bad('Invalid `signature` in `thinking` block', 500)],
    ['another error', new Error('Invalid `signature` in `thinking` block')],
    ['none', undefined],
  ])('is not taken in by %s', (_, error) => {
    expect(isSignatureRefused(error)).toBe(false);
  });
});
