import { describe, expect, it } from '@jest/globals';
import { toCountBody } from '../../../src/channels/bedrock/toCountBody.ts';
import type { ClaudeRequest } from '../../../src/claude/request.ts';

const version = 'bedrock-2023-05-31';
const asked = {
  model: 'claude-opus-5',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Grüße' }] }],
} as unknown as ClaudeRequest;

const counted = (body: ClaudeRequest, betas: readonly string[] = []): unknown => {
  const { input } = toCountBody({ body, betas, headers: {} }, version) as {
    readonly input: { readonly invokeModel: { readonly body: string } };
  };
  return JSON.parse(Buffer.from(input.invokeModel.body, 'base64').toString('utf8'));
};

describe('toCountBody', () => {
  it('is what InvokeModel would be asked, with the length it insists on', () => {
    expect(counted(asked)).toEqual({
      anthropic_version: version,
      max_tokens: 1,
      messages: asked.messages,
    });
  });

  it('leaves room for thinking, and a length that was said', () => {
    const thinking = { type: 'enabled', budget_tokens: 2048 } as const;

    expect(counted({ ...asked, thinking })).toMatchObject({ max_tokens: 2049, thinking });
    expect(counted({ ...asked, thinking: { type: 'adaptive' } })).toMatchObject({ max_tokens: 1 });
    expect(counted({ ...asked, thinking, max_tokens: 9 })).toMatchObject({ max_tokens: 9 });
  });

  it('passes betas on, but not the one that asks for counting', () => {
    expect(counted(asked, ['token-counting-2024-11-01', 'b1'])).toMatchObject({
      anthropic_beta: ['b1'],
    });
    expect(counted(asked, ['token-counting-2024-11-01'])).not.toHaveProperty('anthropic_beta');
  });
});
