import { describe, expect, it } from '@jest/globals';
import type { ClaudeBlockParam } from '../../src/claude/request.ts';
import { takenBody } from '../../src/channels/takenBody.ts';
import { upstreams } from '../../src/convert/request/upstreams.ts';
import { anyBody } from '../support/listenTo.ts';

const { anthropic, bedrock, vertex } = upstreams;
const asking = (...content: readonly ClaudeBlockParam[]) => ({
  ...anyBody,
  messages: [{ role: 'user' as const, content }],
});

describe('takenBody', () => {
  it('leaves a request that can be taken the same object', () => {
    for (const traits of [anthropic, bedrock, vertex]) {
      expect(takenBody(anyBody, traits)).toBe(anyBody);
    }
  });

  it('leaves out members an upstream refuses, and not from the request it was given', () => {
    const body = {
      ...anyBody,
      speed: 'fast',
      fallbacks: [],
      cache_control: { type: 'ephemeral' as const },
      metadata: {},
    };
    const before = structuredClone(body);

    expect(takenBody(body, bedrock)).toEqual({ ...anyBody, metadata: {} });
    expect(takenBody(body, anthropic)).toBe(body);
    expect(body).toEqual(before);
  });

  it.each([
    ['a search', bedrock, { ...anyBody, tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'tools'],
    ['a file', vertex, asking({ type: 'document', source: { type: 'file', file_id: 'f' } }), 'messages'],
    ['a URL', vertex, asking({ type: 'image', source: { type: 'url', url: 'https://a.example/' } }), 'messages'],
    ['a URL in the result of a tool', bedrock, asking({ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: { type: 'url', url: 'https://a.example/' } }] }), 'messages'],
  ])('refuses %s where it cannot be had', (_, traits, body, param) => {
    expect(() => takenBody(body, traits)).toThrow(
      expect.objectContaining({ code: 'ERR_RELAY_REQUEST', status: 400, param }),
    );
    expect(takenBody(body, anthropic)).toBe(body);
  }); // prettier-ignore

  it('takes what native clients write in short, and what they should not have written', () => {
    const odd = [{ role: 'user', content: 'Hi' }, { role: 'user', content: [null, 'x', { type: 'image' }] }];

    expect(() => takenBody({ ...anyBody, messages: odd as never }, bedrock)).not.toThrow();
  }); // prettier-ignore
});
