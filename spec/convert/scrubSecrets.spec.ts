import { describe, expect, it } from '@jest/globals';
import { scrubSecrets } from '../../src/convert/scrubSecrets.ts';

describe('scrubSecrets', () => {
  it.each([
    ['key sk-ant-api03-abc_DEF-123 refused', 'key [redacted] refused'],
    ['key=sk-proj-0123456789abcdef.', 'key=[redacted].'],
    ['Authorization: Bearer 0123456789abcdefghij+/==', 'Authorization: Bearer [redacted]'],
    ['{"x-api-key": "0123456789abcdefg"}', '{"x-api-key": "[redacted]"}'],
    ['Credential=AKIAIOSFODNN7EXAMPLE/20260101', 'Credential=[redacted]/20260101'],
    ['ABSKQmVkcm9ja0FQSUtleS1hYmNkZWY=', '[redacted]'],
    [
      'X-Amz-Signature=0123456789abcdef0123&X-Amz-Date=1',
      'X-Amz-Signature=[redacted]&X-Amz-Date=1',
    ],
    ['secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY!', 'secret [redacted]!'],
    ['token ya29.a0AfH6SMBx-1 expired', 'token [redacted] expired'],
    ['jwt eyJhbGciOi.eyJzdWIi.c2ln', 'jwt [redacted]'],
    ['sk-ant-a1 and sk-ant-b2', '[redacted] and [redacted]'],
  ])('takes the secret out of: %s', (text, clean) => {
    expect(scrubSecrets(text)).toBe(clean);
  });

  it.each([
    'invalid x-api-key',
    'Incorrect API key provided: sk-…abcd.',
    'provide your API key using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).',
    'model: claude-sonnet-4-5-20250929',
    'anthropic.claude-sonnet-4-5-20250929-v1:0 is not available',
    'toolu_01A09q90qw90lq917835lq9 has no result',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'a task-based ask-me-anything risk-benefit-analysis',
  ])('leaves alone: %s', (text) => {
    expect(scrubSecrets(text)).toBe(text);
  });

  it.each(['eyJ', 'sk-', 'Bearer ', 'x-api-key: ', 'aA1/', 'Signature='])(
    'reads a long text of %s once',
    (piece) => {
      // Were a pattern quadratic, this would not end within the time a spec has.
      expect(scrubSecrets(piece.repeat(300_000))).toBeDefined();
    },
  );
});
