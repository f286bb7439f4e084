import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;
const adaptive = { type: 'adaptive', display: 'summarized' };

/** What a request says of thinking: `thinking`, effort, warnings. */
function plan(
  model: string,
  request: Json = {},
  settings?: Parameters<typeof convert>[1],
): unknown[] {
  const { body, warnings } = convert({ model, ...request }, settings);
  return [body.thinking, body.output_config?.effort, warnings.join()];
}

describe('thinking', () => {
  it.each([
    // by default off
    ['claude-opus-4-8', {}, undefined, undefined, ''],
    ['claude-opus-4-8', { reasoning_effort: 'none' }, undefined, undefined, ''],
    ['claude-opus-4-8', { reasoning_effort: 'minimal' }, adaptive, 'low', ''],
    ['claude-opus-4-6', { reasoning_effort: 'medium' }, adaptive, 'medium', ''],
    [
      'claude-opus-4-6',
      { reasoning_effort: 'xhigh' },
      adaptive,
      'high',
      'clamped:reasoning_effort',
    ],
    ['claude-opus-4-6', { reasoning_effort: 'max' }, adaptive, 'max', ''],
    // by default on
    ['claude-opus-5', {}, adaptive, undefined, ''],
    ['claude-opus-5', { reasoning_effort: 'none' }, { type: 'disabled' }, undefined, ''],
    [
      'claude-opus-5',
      { reasoning_effort: 'none', output_config: { effort: 'max' } },
      { type: 'disabled' },
      'high',
      'clamped:output_config',
    ],
    [
      'claude-sonnet-5',
      { reasoning_effort: 'none', output_config: { effort: 'max' } },
      { type: 'disabled' },
      'max',
      '',
    ],
    ['claude-sonnet-5-5', { reasoning_effort: 'none' }, { type: 'between_tools' }, undefined, ''],
    [
      'claude-sonnet-5-5',
      { reasoning_effort: 'none', output_config: { effort: 'max' } },
      { type: 'between_tools' },
      'high',
      'clamped:output_config',
    ],
    ['claude-opus-5', { reasoning_effort: 'xhigh' }, adaptive, 'xhigh', ''],
    // always
    ['claude-fable-5', {}, adaptive, undefined, ''],
    ['claude-fable-5', { reasoning_effort: 'none' }, adaptive, 'low', 'clamped:reasoning_effort'],
    // never heard of
    ['claude-new-9', {}, adaptive, undefined, ''],
    ['claude-new-9', { reasoning_effort: 'none' }, adaptive, 'low', 'clamped:reasoning_effort'],
    // within a budget
    ['claude-haiku-4-5', {}, undefined, undefined, ''],
    [
      'claude-haiku-4-5',
      { reasoning_effort: 'high', max_tokens: 10_000 },
      { type: 'enabled', budget_tokens: 8000 },
      undefined,
      '',
    ],
    [
      'claude-haiku-4-5',
      { reasoning_effort: 'minimal', max_tokens: 10_000 },
      { type: 'enabled', budget_tokens: 1024 },
      undefined,
      '',
    ],
    [
      'claude-haiku-4-5',
      { reasoning_effort: 'max' },
      { type: 'enabled', budget_tokens: 32_000 },
      undefined,
      '',
    ],
    [
      'claude-haiku-4-5',
      { reasoning_effort: 'max', max_tokens: 1025 },
      { type: 'enabled', budget_tokens: 1024 },
      undefined,
      '',
    ],
    [
      'claude-haiku-4-5',
      { reasoning_effort: 'low', max_tokens: 1024 },
      undefined,
      undefined,
      'dropped:reasoning_effort',
    ],
    [
      'claude-haiku-4-5',
      { output_config: { effort: 'low' } },
      undefined,
      undefined,
      'dropped:output_config',
    ],
    [
      'claude-opus-4-5',
      { reasoning_effort: 'xhigh', max_tokens: 10_000 },
      { type: 'enabled', budget_tokens: 9500 },
      'high',
      'clamped:reasoning_effort',
    ],
    // another vendor's
    ['deepseek-chat', {}, undefined, undefined, ''],
    [
      'replay/x',
      { reasoning_effort: 'medium', max_tokens: 10_000 },
      { type: 'enabled', budget_tokens: 5000 },
      undefined,
      '',
    ],
    // before thinking
    [
      'claude-3-5-haiku-20241022',
      { reasoning_effort: 'high' },
      undefined,
      undefined,
      'dropped:reasoning_effort',
    ],
  ])('%s with %j', (model, request, thinking, effort, warnings) => {
    expect(plan(model, request)).toEqual([thinking, effort, warnings]);
  });

  it.each([
    [{ effort: 'low' }, adaptive, 'low', ''],
    [{ enabled: true }, adaptive, 'medium', ''],
    [{ enabled: false }, { type: 'disabled' }, undefined, ''],
    [{ effort: 'none' }, { type: 'disabled' }, undefined, ''],
    [{ max_tokens: 0 }, { type: 'disabled' }, undefined, ''],
    [{ max_tokens: 1000 }, adaptive, 'low', 'rewritten:reasoning'],
    [{ max_tokens: 3000 }, adaptive, 'medium', 'rewritten:reasoning'],
    [{ max_tokens: 6000 }, adaptive, 'high', 'rewritten:reasoning'],
    [{ max_tokens: 9000 }, adaptive, 'xhigh', 'rewritten:reasoning'],
    [{ exclude: true }, { type: 'adaptive', display: 'omitted' }, undefined, ''],
  ])('OpenRouter’s reasoning %j on an adaptive model', (reasoning, thinking, effort, warnings) => {
    expect(plan('claude-opus-5', { reasoning, max_tokens: 10_000 })).toEqual([
      thinking,
      effort,
      warnings,
    ]);
  });

  it('OpenRouter’s budget leaves something for the answer', () => {
    expect(
      plan('claude-haiku-4-5', { reasoning: { max_tokens: 20_000 }, max_tokens: 10_000 })[0],
    ).toEqual({ type: 'enabled', budget_tokens: 9999 });
  });

  it('OpenRouter’s budget is one where the model takes one', () => {
    expect(
      plan('claude-haiku-4-5', { reasoning: { max_tokens: 2000 }, max_tokens: 10_000 })[0],
    ).toEqual({ type: 'enabled', budget_tokens: 2000 });
  });

  it.each([
    ['claude-opus-5', { type: 'adaptive' }, { type: 'adaptive' }, undefined, ''],
    ['claude-opus-5', { type: 'disabled' }, { type: 'disabled' }, undefined, ''],
    [
      'claude-opus-5',
      { type: 'enabled', budget_tokens: 2048 },
      adaptive,
      'low',
      'rewritten:thinking,rewritten:reasoning',
    ],
    ['claude-fable-5', { type: 'disabled' }, adaptive, 'low', 'rewritten:thinking'],
    ['claude-opus-5', { type: 'telepathic' }, adaptive, undefined, 'dropped:thinking'],
    [
      'claude-sonnet-4-5',
      { type: 'adaptive' },
      { type: 'enabled', budget_tokens: 8000 },
      undefined,
      'rewritten:thinking',
    ],
    [
      'claude-sonnet-4-5',
      { type: 'enabled', budget_tokens: 99_999 },
      { type: 'enabled', budget_tokens: 9999 },
      undefined,
      '',
    ],
    [
      'claude-sonnet-4-5',
      { type: 'enabled', budget_tokens: 10 },
      { type: 'enabled', budget_tokens: 1024 },
      undefined,
      'clamped:thinking',
    ],
    [
      'claude-opus-4-6',
      { type: 'enabled', budget_tokens: 2048 },
      { type: 'enabled', budget_tokens: 2048 },
      undefined,
      '',
    ],
    ['deepseek-chat', { type: 'whatever' }, { type: 'whatever' }, undefined, ''],
  ])('Claude’s own words on %s: %j', (model, thinking, sent, effort, warnings) => {
    expect(plan(model, { thinking, max_tokens: 10_000 })).toEqual([sent, effort, warnings]);
  });

  it.each([
    [{}, 'thinking.type', 'missing_required_parameter'],
    [{ type: 'adaptive', budget_tokens: 3 }, 'thinking.budget_tokens', 'invalid_value'],
    [{ type: 'disabled', budget_tokens: 0 }, 'thinking.budget_tokens', 'invalid_value'],
    [{ type: 'between_tools', display: 'omitted' }, 'thinking.display', 'invalid_value'],
    [{ type: 'adaptive', display: 'zz' }, 'thinking.display', 'invalid_value'],
    [{ type: 'enabled', budget_tokens: '3' }, 'thinking.budget_tokens', 'invalid_type'],
    [{ type: 'adaptive', block_binding: 'x' }, 'thinking.block_binding', 'invalid_type'],
  ])('Claude’s own words are refused as %j', (thinking, param, reason) => {
    expect(refused({ thinking })).toMatchObject({ param, reason });
  });

  it('Claude’s own words go without what is null, and with what nobody knows yet', () => {
    const thinking = { type: 'adaptive', display: null, budget_tokens: null, tomorrow: 1 };
    expect(plan('claude-opus-5', { thinking })[0]).toEqual({ type: 'adaptive', tomorrow: 1 });
  });

  it('Claude’s own words go before the others', () => {
    const request = {
      thinking: { type: 'adaptive' },
      reasoning: { enabled: false },
      reasoning_effort: 'low',
    };
    expect(plan('claude-opus-5', request)).toEqual([{ type: 'adaptive' }, 'low', '']);
  });

  it.each([
    ['claude-opus-5', { type: 'disabled' }, undefined],
    ['claude-sonnet-5-5', { type: 'between_tools' }, undefined],
    ['claude-fable-5', adaptive, 'low'],
    ['claude-opus-4-8', undefined, undefined],
  ])('leaves room for the answer when few tokens are asked of %s', (model, thinking, effort) => {
    expect(plan(model, { max_tokens: 20 })).toEqual([thinking, effort, '']);
  });

  it('is shown, hidden or told of as configured', () => {
    expect(plan('claude-opus-5', {}, { reasoningDisplay: 'omitted' })[0]).toMatchObject({
      display: 'omitted',
    });
    expect(plan('claude-opus-5', {}, { reasoningField: 'none' })[0]).toMatchObject({
      display: 'omitted',
    });
    expect(convert({ model: 'claude-opus-5' }, { reasoningDisplay: 'updates' }).betas).toEqual([
      'thinking-display-updates-2026-08-18',
    ]);
    expect(plan('claude-opus-4-8', {}, { reasoningEffort: 'low' })).toEqual([adaptive, 'low', '']);
  });

  it('that must not be heard of is not said to the client', () => {
    for (const request of [{ reasoning: { exclude: true } }, { include_reasoning: false }]) {
      expect(convert(request).answer).toMatchObject({
        reasoningField: 'none',
        reasoningDetails: false,
      });
    }
    expect(convert({}, { reasoningField: 'none' }).answer).not.toHaveProperty('reasoningDetails');
    expect(convert({}, { reasoningField: 'both', reasoningDetails: false }).answer).toMatchObject({
      reasoningField: 'both',
      reasoningDetails: false,
    });
  });

  it('that cannot be as asked is refused by a strict relay', () => {
    const strict = { unsupported: 'reject' } as const;
    expect(refused({ model: 'claude-fable-5', reasoning_effort: 'none' }, strict)).toMatchObject({
      param: 'reasoning_effort',
      reason: 'unsupported_value',
    });
    expect(
      refused({ model: 'claude-fable-5', thinking: { type: 'disabled' } }, strict),
    ).toMatchObject({ param: 'thinking', reason: 'unsupported_value' });
  });

  it('within a budget is left off where a running tool loop has no signature', () => {
    const messages = [{ role: 'user', content: 'x' }, calls(call('a')), result('a')];
    const request = { model: 'claude-sonnet-4-5', reasoning_effort: 'high', temperature: 0.5 };
    const { body, warnings } = convert({ ...request, messages });
    expect(body).not.toHaveProperty('thinking');
    expect(body.temperature).toBe(0.5);
    expect(warnings).toEqual(['dropped:reasoning_effort']);

    const signed = {
      ...calls(call('a')),
      thinking_blocks: [{ type: 'thinking', thinking: 'x', signature: 's' }],
    };
    const kept = convert({ ...request, messages: [messages[0], signed, messages[2]] }).body;
    expect(kept.thinking).toMatchObject({ type: 'enabled' });
    expect(kept.messages[1]?.content[0]).toMatchObject({ type: 'thinking' });

    const answered = [
      ...messages,
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'more' },
    ];
    expect(convert({ ...request, messages: answered }).body.thinking).toMatchObject({
      type: 'enabled',
    });
  });

  it('that is left off so leaves the effort, where the model takes one', () => {
    const messages = [{ role: 'user', content: 'x' }, calls(call('a')), result('a')];
    const { body } = convert({ model: 'claude-opus-4-5', reasoning_effort: 'high', messages });

    expect(body).not.toHaveProperty('thinking');
    expect(body.output_config).toEqual({ effort: 'high' });
  });

  it('adaptive needs no signatures', () => {
    const messages = [{ role: 'user', content: 'x' }, calls(call('a')), result('a')];
    expect(convert({ model: 'claude-opus-5', messages }).body.thinking).toEqual(adaptive);
  });

  it('between tools in a budget is asked for where configured', () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const request = { model: 'claude-sonnet-4-5', reasoning_effort: 'high', tools };
    expect(convert(request, { interleavedThinking: true }).betas).toEqual([
      'interleaved-thinking-2025-05-14',
    ]);
    expect(convert(request).betas).toEqual([]);
    const thoughtless = { model: 'claude-sonnet-4-5', tools };
    expect(convert(thoughtless, { interleavedThinking: true }).betas).toEqual([]);
  });
});
