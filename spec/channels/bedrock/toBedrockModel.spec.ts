import { describe, expect, it } from '@jest/globals';
import { toBedrockModel } from '../../../src/channels/bedrock/toBedrockModel.ts';

const none = { prefix: '', ids: {} };

describe('toBedrockModel', () => {
  it.each([
    ['claude-opus-4-6', 'anthropic.claude-opus-4-6-v1'],
    ['claude-sonnet-4-6', 'anthropic.claude-sonnet-4-6'],
    ['claude-opus-4-5', 'anthropic.claude-opus-4-5-20251101-v1:0'],
    ['claude-sonnet-4-5', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4-5-20250929', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-haiku-4-5@20251001', 'anthropic.claude-haiku-4-5-20251001-v1:0'],
    ['claude-opus-4-1', 'anthropic.claude-opus-4-1-20250805-v1:0'],
    ['claude-3-5-sonnet-20241022', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-opus-4-7', 'anthropic.claude-opus-4-7'],
    ['claude-opus-5', 'anthropic.claude-opus-5'],
    ['claude-fable-5-2', 'anthropic.claude-fable-5-2'],
    ['claude-of-tomorrow-9', 'anthropic.claude-of-tomorrow-9'],
  ])('%s is %s', (model, id) => {
    expect(toBedrockModel(model, none)).toBe(id);
    expect(toBedrockModel(model, { ...none, prefix: 'eu.' })).toBe(`eu.${id}`);
  });

  it.each([
    'us.anthropic.claude-haiku-4-5-20251001-v1:0',
    'anthropic.claude-opus-4-6-v1',
    'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc',
    'amazon.nova-pro-v1:0',
  ])('%s is left as it is', (id) => {
    expect(toBedrockModel(id, { ...none, prefix: 'global.' })).toBe(id);
  });

  it('is what the configuration says', () => {
    const ids = { 'claude-opus-5': 'arn:aws:bedrock:eu-west-1:1:inference-profile/x' };

    expect(toBedrockModel('claude-opus-5', { prefix: 'eu.', ids })).toBe(ids['claude-opus-5']);
    expect(toBedrockModel('constructor', { prefix: 'eu.', ids })).toBe('constructor');
  });
});
