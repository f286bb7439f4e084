import { describe, expect, it } from '@jest/globals';
import { defaultExtensions } from '../../../src/convert/request/extensions.ts';
import { withoutThinking } from '../../../src/convert/request/withoutThinking.ts';
import { convert, refused } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (value: string): { type: string; text: string } => ({ type: 'text', text: value });

describe('Claude’s own parameters', () => {
  it('go into the body as they are', () => {
    const own = {
      container: { id: 'c', skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      mcp_servers: [
        { type: 'url', name: 'm', url: 'https://mcp.example.org/', authorization_token: 't' },
        { type: 'pipe', from: 'tomorrow' },
      ],
      inference_geo: 'eu',
      speed: 'standard',
      diagnostics: { previous_message_id: null },
      fallbacks: [{ model: 'claude-opus-4-8', max_tokens: 100, thinking: null }],
      fallback_credit_token: { token: 't', mode: 'best_effort' },
      compaction: { type: 'summarize', instructions: 'Be brief.' },
      billing_policy: { type: 'billing_policy', tomorrow: 1 },
    };
    const { body, warnings } = convert(own);
    expect(body).toMatchObject(own);
    expect(warnings).toEqual([]);
  });

  it('merge with what the relay says itself', () => {
    const task_budget = { type: 'tokens', total: 20_000 };
    const { body } = convert({
      messages: [
        { role: 'system', content: 'B' },
        { role: 'user', content: 'hi' },
      ],
      system: [text('A'), text(' ')],
      output_config: { effort: 'low', task_budget, nothing: null, tomorrow: 1 },
    });
    expect(body.system).toEqual([text('A'), text('B')]);
    expect(body.output_config).toEqual({ effort: 'low', task_budget, tomorrow: 1 });
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
      expect(refused({ workspace_id })).toMatchObject({ param: 'workspace_id' });
    }
  });

  it.each<[Json, string]>([
    [{ system: 5 }, 'system'],
    [{ system: [{ type: 'image' }] }, 'system.[0].type'],
    [{ system: [{ type: 'text' }] }, 'system.[0].text'],
    [{ container: 1 }, 'container'],
    [{ container: { skills: ['x'] } }, 'container.skills.[0]'],
    [{ context_management: 'x' }, 'context_management'],
    [{ context_management: { edits: [{}] } }, 'context_management.edits.[0].type'],
    [{ mcp_servers: {} }, 'mcp_servers'],
    [{ mcp_servers: [null] }, 'mcp_servers.[0]'],
    [{ mcp_servers: [{ type: 'url', name: 'm', url: 'x' }] }, 'mcp_servers.[0].url'],
    [{ inference_geo: {} }, 'inference_geo'],
    [{ speed: 'furious' }, 'speed'],
    [{ diagnostics: 1 }, 'diagnostics'],
    [{ fallbacks: 1 }, 'fallbacks'],
    [{ fallbacks: 'some' }, 'fallbacks'],
    [{ fallbacks: [{}] }, 'fallbacks.[0].model'],
    [{ fallback_credit_token: 1 }, 'fallback_credit_token'],
    [{ compaction: 1 }, 'compaction'],
    [{ compaction: {} }, 'compaction.type'],
    [{ billing_policy: 1 }, 'billing_policy'],
    [{ output_config: { format: 'x' } }, 'output_config.format'],
    [{ output_config: { format: { type: 'json_schema' } } }, 'output_config.format.schema'],
    [{ output_config: { task_budget: 5 } }, 'output_config.task_budget'],
    [{ anthropic_max_tokens: 5 }, 'anthropic_max_tokens'],
    [{ metadata: { user_id: 5 } }, 'metadata.user_id'],
    [{ betas: {} }, 'betas'],
    [{ betas: [1] }, 'betas.[0]'],
    [{ betas: ['é'] }, 'betas.[0]'],
    [{ betas: ['a b'] }, 'betas.[0]'],
    [{ anthropic_beta: 'a, x\r\ny: z' }, 'anthropic_beta'],
  ])('are refused as %j', (request, param) => {
    expect(refused(request)).toMatchObject({ param });
  });

  it('give way where OpenAI’s say the same', () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    const format = { type: 'json_schema', schema };
    const response_format = { type: 'json_schema', json_schema: { name: 'a', schema } };
    const request = { output_config: { format: { ...format, own: true } } };

    expect(convert(request).body.output_config).toEqual(request.output_config);
    const { body, warnings } = convert({ ...request, response_format });
    expect(body.output_config).toEqual({ format });
    expect(warnings).toEqual(['dropped:output_config']);
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

  it('of the configuration are tokens and nothing else', () => {
    expect(convert({}, { betas: ['a b', 'x\r\ny: z', '', 'ok-1'] }).betas).toEqual(['ok-1']);
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
