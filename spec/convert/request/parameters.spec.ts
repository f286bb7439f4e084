import { describe, expect, it } from '@jest/globals';
import { convert, refused } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;
type Settings = Parameters<typeof convert>[1];

/** Those members of the converted body that are named, and the warnings. */
function sent(names: string, request: Json, settings?: Settings): unknown[] {
  const { body, warnings } = convert(request, settings);
  return [...names.split(' ').map((name) => body[name]), warnings.join()];
}

describe('temperature, top_p and top_k', () => {
  const rest = {
    thinks: { model: 'claude-opus-4-6', reasoning_effort: 'low' },
    old: { model: 'claude-opus-4-6' },
    newer: { model: 'claude-opus-4-8' },
  };

  it.each([
    [{ ...rest.old, temperature: 0.7, top_k: 5 }, 0.7, undefined, 5, ''],
    [{ ...rest.old, temperature: 1.4 }, 1, undefined, undefined, 'clamped:temperature'],
    [{ ...rest.old, temperature: 0.5, top_p: 1 }, 0.5, undefined, undefined, ''],
    [{ ...rest.old, temperature: 0.5, top_p: 0.5 }, 0.5, undefined, undefined, 'dropped:top_p'],
    [{ ...rest.old, top_p: 0.5 }, undefined, 0.5, undefined, ''],
    [{ ...rest.newer, temperature: 1, top_p: 1 }, undefined, undefined, undefined, ''],
    [
      { ...rest.newer, temperature: 0.7, top_p: 0.5, top_k: 1 },
      undefined,
      undefined,
      undefined,
      'dropped:temperature,dropped:top_p,dropped:top_k',
    ],
    [{ ...rest.thinks, temperature: 1 }, 1, undefined, undefined, ''],
    [
      { ...rest.thinks, temperature: 0.7, top_k: 5, top_p: 0.96 },
      undefined,
      0.96,
      undefined,
      'dropped:temperature,dropped:top_k',
    ],
    [{ ...rest.thinks, top_p: 0.5 }, undefined, undefined, undefined, 'dropped:top_p'],
    [
      { model: 'claude-new-9', temperature: 0.7 },
      undefined,
      undefined,
      undefined,
      'dropped:temperature',
    ],
    [{ model: 'gpt-4o', temperature: 1.5, top_p: 0.5 }, 1, 0.5, undefined, 'clamped:temperature'],
  ])('%j', (request, temperature, top_p, top_k, warnings) => {
    expect(sent('temperature top_p top_k', request)).toEqual([temperature, top_p, top_k, warnings]);
  });

  it('are for no model from that version of the API on', () => {
    expect(
      sent('temperature', { ...rest.old, temperature: 0.7 }, { apiVersion: '2026-10-21' }),
    ).toEqual([undefined, 'dropped:temperature']);
    expect(
      sent('temperature', { ...rest.old, temperature: 0.7 }, { apiVersion: '2023-06-01' }),
    ).toEqual([0.7, '']);
  });

  it('are refused by a strict relay', () => {
    expect(refused({ ...rest.old, temperature: 1.4 }, { unsupported: 'reject' })).toEqual({
      param: 'temperature',
      reason: 'unsupported_value',
      message: "Unsupported value: 'temperature' does not support 1.4 with this model.",
    });
    expect(refused({ ...rest.newer, top_k: 4 }, { unsupported: 'reject' })).toMatchObject({
      reason: 'unsupported_parameter',
    });
  });
});

describe('max_tokens', () => {
  it.each([
    [{ max_tokens: 50 }, 50, ''],
    [{ max_tokens: 50, max_completion_tokens: 60 }, 60, ''],
    [{ max_tokens: 999_999 }, 128_000, 'clamped:max_tokens'],
    [{ max_completion_tokens: 999_999 }, 128_000, 'clamped:max_completion_tokens'],
    [{}, 128_000, ''],
    [{ model: 'claude-haiku-4-5' }, 64_000, ''],
    [{ model: 'gpt-4o' }, 32_000, ''],
    [{ model: 'gpt-4o', max_tokens: 999_999 }, 999_999, ''],
    [{ anthropic_max_tokens: 0 }, 0, ''],
  ])('%j is %d', (request, max_tokens, warnings) => {
    expect(sent('max_tokens', request)).toEqual([max_tokens, warnings]);
  });

  it('is as configured when the client names none, if the model can', () => {
    expect(sent('max_tokens', {}, { defaultMaxTokens: 9 })).toEqual([9, '']);
    expect(sent('max_tokens', { model: 'claude-haiku-4-5' }, { defaultMaxTokens: 99_999 })).toEqual(
      [64_000, ''],
    );
  });

  it('too large is refused by a strict relay', () => {
    expect(refused({ max_tokens: 200_000 }, { unsupported: 'reject' })).toEqual({
      param: 'max_tokens',
      reason: 'invalid_value',
      message:
        'max_tokens is too large: 200000. This model supports at most 128000 completion tokens, whereas you provided 200000.',
    });
  });
});

describe('stop', () => {
  it.each([
    [{ stop: 'END' }, ['END'], ''],
    [{ stop: ['END', ' ', '\n\n', '###', 'END'] }, ['END', '###'], 'dropped:stop'],
    [{ stop: [] }, undefined, ''],
    [{ stop: '' }, undefined, 'dropped:stop'],
    [{ stop: 'a', stop_sequences: ['b', 'a'] }, ['a', 'b'], ''],
  ])('%j', (request, stop_sequences, warnings) => {
    expect(sent('stop_sequences', request)).toEqual([stop_sequences, warnings]);
  });
});

describe('the user', () => {
  const hash = (text: string): string => `hash of ${text.length}`;

  it.each([
    [{ user: 'u1', safety_identifier: 's1' }, {}, { user_id: 's1' }],
    [{ user: ' u1 ' }, {}, { user_id: 'u1' }],
    [{ metadata: { user_id: 'm1', trace: 'x' } }, {}, { user_id: 'm1' }],
    [{ metadata: { trace: 'x' }, user: '' }, {}, undefined],
    [{ user: '123456789012' }, {}, { user_id: '123456789012' }],
    [{ user: 'ann@example.org' }, { hash }, { user_id: 'hash of 15' }],
    [{ user: '+49 30 1234567' }, { hash }, { user_id: 'hash of 14' }],
    [{ user: 'u'.repeat(300) }, { hash }, { user_id: 'hash of 300' }],
    [{ user: 'u1' }, { hash, userId: 'sha256' as const }, { user_id: 'hash of 2' }],
    [{ user: 'u1' }, { hash, userId: 'drop' as const }, undefined],
  ])('%j is known as', (request, settings, metadata) => {
    expect(sent('metadata', request, settings)).toEqual([metadata, '']);
  });

  it.each(['ann@example.org', '030 1234567', 'u'.repeat(257)])(
    '%s is left out where nothing hashes',
    (user) => {
      expect(sent('metadata', { user })).toEqual([undefined, 'dropped:user']);
    },
  );
});

describe('service_tier', () => {
  it.each([
    ['auto', 'auto', undefined, ''],
    ['default', 'standard_only', undefined, ''],
    ['priority', 'auto', undefined, ''],
    ['flex', undefined, undefined, 'dropped:service_tier'],
    ['fast', undefined, undefined, 'dropped:service_tier'],
  ])('%s', (service_tier, tier, speed, warnings) => {
    expect(sent('service_tier speed', { service_tier })).toEqual([tier, speed, warnings]);
    expect(convert({ service_tier }).answer.serviceTier).toBe(true);
  });

  it('fast is fast on models configured for it', () => {
    const { body, betas } = convert(
      { service_tier: 'fast' },
      { fastModels: ['claude-sonnet-4-6'] },
    );
    expect(body['speed']).toBe('fast');
    expect(betas).toEqual(['fast-mode-2026-02-01']);
  });

  it.each(['turbo', 'constructor'])('%s is refused', (service_tier) => {
    expect(refused({ service_tier })).toMatchObject({
      param: 'service_tier',
      reason: 'invalid_value',
    });
  });
});

describe('parameters Claude has no twin for', () => {
  it.each<Json>([
    { n: 1 },
    { frequency_penalty: 0, presence_penalty: 0 },
    { logit_bias: {} },
    { logprobs: false, top_logprobs: 0 },
    { store: false, metadata: { a: 'b' }, prompt_cache_key: 'x' },
    { modalities: ['text'], verbosity: 'medium' },
  ])('%j are left out in silence', (request) => {
    expect(convert(request)).toEqual(convert({}));
    expect(convert(request, { unsupported: 'reject' }).warnings).toEqual([]);
  });

  it.each<[Json, string]>([
    [{ seed: 1 }, 'seed'],
    [{ frequency_penalty: 0.1 }, 'frequency_penalty'],
    [{ presence_penalty: -1 }, 'presence_penalty'],
    [{ logit_bias: { 50256: -100 } }, 'logit_bias'],
    [{ logprobs: true }, 'logprobs'],
    [{ store: true }, 'store'],
    [{ prediction: { type: 'content', content: 'x' } }, 'prediction'],
    [{ verbosity: 'low' }, 'verbosity'],
    [{ moderation: {} }, 'moderation'],
    [{ audio: { voice: 'x' } }, 'audio'],
  ])('%j are left out with a warning, or refused', (request, param) => {
    expect(convert(request).warnings).toEqual([`dropped:${param}`]);
    expect(convert(request).body).toEqual(convert({}).body);
    expect(refused(request, { unsupported: 'reject' })).toEqual({
      param,
      reason: 'unsupported_parameter',
      message: `Unsupported parameter: '${param}' is not supported with this model.`,
    });
  });

  it('and nobody knows are left out, or refused', () => {
    expect(convert({ fooBar1: 1 }).warnings).toEqual(['dropped:foobar_']);
    expect(refused({ foo: 1 }, { unsupported: 'reject' })).toEqual({
      param: 'foo',
      reason: null,
      message: 'Unrecognized request argument supplied: foo',
    });
  });

  it.each<[Json, string]>([
    [{ stream: true, stream_options: { hurry: true } }, 'stream_options'],
    [{ reasoning: { effort: 'low', mood: 'good' } }, 'reasoning'],
    [
      { web_search_options: { filters: { allowed_domains: ['example.org'] } } },
      'web_search_options',
    ],
    [{ prompt_cache_options: { mode: 'explicit', size: 5 } }, 'prompt_cache_options'],
    [{ response_format: { type: 'text', schema: { type: 'object' } } }, 'response_format'],
  ])('may be members of what it has: %j', (request, name) => {
    const member = Object.keys(request[name] as Json).at(-1) ?? '';
    const without = { ...request, [name]: { ...(request[name] as Json), [member]: null } };
    expect(convert(request).warnings).toEqual([`dropped:${name}`]);
    expect(convert(request).body).toEqual(convert(without).body);
    expect(convert(without).warnings).toEqual([]);
    expect(refused(request, { unsupported: 'reject' })).toMatchObject({
      param: `${name}.${member}`,
    });
  });

  it('may be members that say nothing', () => {
    const stream_options = { include_usage: true, include_obfuscation: false };
    const reasoning = { effort: 'low', summary: 'auto' };
    expect(convert({ stream: true, stream_options, reasoning }).warnings).toEqual([]);
  });

  it('cannot fill a header', () => {
    const letter = (nth: number): string => String.fromCharCode(97 + (nth % 26));
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [letter(n) + letter(n / 26) + 'k'.repeat(n), 1]),
    );
    expect(convert(many).warnings.join().length).toBeLessThan(4000);
  });

  it.each<[Json, string]>([
    [{ n: 2 }, 'n'],
    [{ n: 0 }, 'n'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ modalities: ['video'] }, 'modalities'],
  ])('%j are always refused', (request, param) => {
    expect(refused(request)).toMatchObject({ param, reason: 'unsupported_value' });
  });
});

describe('what the answer must know', () => {
  it('is kept from the request', () => {
    expect(convert({ stream: true, stream_options: { include_usage: true } })).toMatchObject({
      stream: true,
      answer: {
        requestedModel: 'claude-sonnet-4-6',
        includeUsage: true,
        serviceTier: false,
        legacyFunctions: false,
        webSearch: false,
      },
    });
    expect(convert({}).stream).toBe(false);
    expect(convert({}).body.stream).toBe(true);
  });
});
