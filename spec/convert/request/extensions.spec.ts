import { describe, expect, it } from '@jest/globals';
import { defaultExtensions } from '../../../src/convert/request/extensions.ts';
import { withoutThinking } from '../../../src/convert/request/withoutThinking.ts';
import { convert, refused } from '../../support/chatRequest.ts';

const text = (value: string): { type: string; text: string } => ({ type: 'text', text: value });

describe('Claude’s own parameters', () => {
  it('go into the body as they are', () => {
    const own = {
      container: 'c',
      context_management: { edits: [] },
      inference_geo: 'eu',
      compaction: {},
      billing_policy: 'x',
      diagnostics: {},
    };
    const { body, warnings } = convert(own);
    expect(body).toMatchObject(own);
    expect(warnings).toEqual([]);
  });

  it('merge with what the relay says itself', () => {
    const { body } = convert({
      messages: [
        { role: 'system', content: 'B' },
        { role: 'user', content: 'hi' },
      ],
      system: [text('A'), text(' ')],
      output_config: { effort: 'low', task_budget: 5, nothing: null },
    });
    expect(body.system).toEqual([text('A'), text('B')]);
    expect(body.output_config).toEqual({ effort: 'low', task_budget: 5 });
  });

  it('are only those that are allowed', () => {
    const { body, betas, warnings } = convert(
      {
        system: 'A',
        thinking: { type: 'adaptive' },
        top_k: 3,
        container: 'c',
        betas: ['b'],
        inference_geo: 'eu',
      },
      { extensions: ['inference_geo'] },
    );
    expect(body).toEqual({ ...convert({}).body, inference_geo: 'eu' });
    expect(betas).toEqual([]);
    expect(warnings).toEqual([
      'dropped:system',
      'dropped:thinking',
      'dropped:top_k',
      'dropped:container',
      'dropped:betas',
    ]);
    expect(convert({ thread: 'x' }).warnings).toEqual(['dropped:thread']);
    expect(
      convert({ thread: 'x' }, { extensions: [...defaultExtensions, 'thread'] }).body['thread'],
    ).toBe('x');
  });

  it('travel as headers where they must, and smuggle nothing', () => {
    expect(convert({ user_profile_id: 'u_1', workspace_id: 'w' }).headers).toEqual({
      'anthropic-user-profile-id': 'u_1',
      'anthropic-workspace-id': 'w',
    });
    expect(convert({ workspace_id: 'w' }).body).not.toHaveProperty('workspace_id');
    for (const workspace_id of ['a\r\nx: y', '', 5, 'é']) {
      expect(refused({ workspace_id })).toMatchObject({
        param: 'workspace_id',
        reason: 'invalid_value',
      });
    }
  });

  it.each([
    [{ system: 5 }, 'system'],
    [{ system: [{ type: 'image' }] }, 'system.[0]'],
  ])('are refused as %j', (request, param) => {
    expect(refused(request)).toMatchObject({ param, reason: 'invalid_value' });
  });
});

describe('betas', () => {
  it('are those of relay, header, body and need, each once', () => {
    const { betas } = convert(
      {
        betas: ['c', ' a '],
        anthropic_beta: 'd, b',
        fallbacks: 'default',
        mcp_servers: [],
        thinking: { type: 'adaptive', block_binding: {} },
        model: 'claude-opus-5',
        context_management: {},
        speed: 'fast',
      },
      { betas: ['a'], clientBetas: ['b', 'a'] },
    );
    expect(betas).toEqual([
      'a',
      'b',
      'c',
      'd',
      'server-side-fallback-2026-07-01',
      'mcp-client-2025-11-20',
      'context-management-2025-06-27',
      'thinking-binding-controls-2026-08-01',
      'fast-mode-2026-02-01',
    ]);
  });

  it('are tokens and nothing else', () => {
    expect(convert({ betas: ['a b', 'x\r\ny: z', 5, '', 'ok-1'] }).betas).toEqual(['ok-1']);
  });
});

describe('upstreams', () => {
  it('of the clouds are not sent what they refuse', () => {
    const request = {
      service_tier: 'priority',
      inference_geo: 'eu',
      container: 'c',
      fallbacks: 'default',
      max_tokens: 5000,
    };
    for (const upstream of ['bedrock', 'vertex'] as const) {
      const { body, betas, warnings } = convert(request, { upstream });
      expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream']);
      expect(betas).toEqual([]);
      expect(new Set(warnings)).toEqual(
        new Set([
          'dropped:container',
          'dropped:fallbacks',
          'dropped:inference_geo',
          'dropped:service_tier',
        ]),
      );
    }
  });

  it('of the clouds lose a service tier that was more than the usual in no silence', () => {
    expect(convert({ service_tier: 'default' }, { upstream: 'vertex' }).warnings).toEqual([
      'dropped:service_tier',
    ]);
    expect(convert({ service_tier: 'auto' }, { upstream: 'vertex' }).warnings).toEqual([]);
  });
});

describe('withoutThinking', () => {
  it('takes reasoning out of the history, and a budget out of the request', () => {
    const messages = [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: 'A',
        thinking_blocks: [{ type: 'thinking', thinking: 'x', signature: 's' }],
      },
      { role: 'user', content: 'y' },
    ];
    for (const model of ['claude-opus-5', 'claude-sonnet-4-5']) {
      const { body } = convert({ model, messages, reasoning_effort: 'high' });
      expect(body.messages[1]?.content).toHaveLength(2);
      const bare = withoutThinking(body);
      expect(bare.messages[1]?.content).toEqual([text('A')]);
      expect(bare.messages[0]).toBe(body.messages[0]);
      expect('thinking' in bare).toBe(model === 'claude-opus-5');
    }
  });
});
