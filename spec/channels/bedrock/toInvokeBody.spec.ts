import { describe, expect, it } from '@jest/globals';
import { toInvokeBody } from '../../../src/channels/bedrock/toInvokeBody.ts';
import { anyBody } from '../../support/listenTo.ts';

const version = 'bedrock-2023-05-31';
const call = { body: anyBody, betas: [], headers: {} };

describe('toInvokeBody', () => {
  it('leaves model and stream to the address, and says the version', () => {
    expect(toInvokeBody(call, version)).toEqual({
      anthropic_version: version,
      max_tokens: anyBody.max_tokens,
      messages: anyBody.messages,
    });
  });

  it('takes betas and the profile of a user into the body', () => {
    const headers = { 'anthropic-user-profile-id': 'p1', 'anthropic-workspace-id': 'w1' };

    expect(toInvokeBody({ ...call, betas: ['a', 'b'], headers }, version)).toMatchObject({
      anthropic_beta: ['a', 'b'],
      user_profile_id: 'p1',
    });
    expect(toInvokeBody(call, version)).not.toHaveProperty('anthropic_beta');
  });

  it('asks for eager tool input in the way Bedrock knows', () => {
    const tool = { name: 'f', input_schema: { type: 'object' } };
    const eager = { ...tool, eager_input_streaming: true };
    const beta = 'fine-grained-tool-streaming-2025-05-14';
    const asked = (tools: readonly (typeof tool)[], betas: readonly string[] = []) =>
      toInvokeBody({ ...call, body: { ...anyBody, tools }, betas }, version);

    expect(asked([tool, eager])).toMatchObject({ tools: [tool, tool], anthropic_beta: [beta] });
    expect(asked([eager], [beta])).toMatchObject({ anthropic_beta: [beta] });
    expect(asked([{ ...tool, eager_input_streaming: false } as typeof tool])).toEqual({
      ...toInvokeBody(call, version),
      tools: [tool],
    });
  });
});
