import { describe, expect, it } from '@jest/globals';
import { toVertexModel } from '../../../src/channels/vertex/toVertexModel.ts';

describe('toVertexModel', () => {
  it.each([
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5@20251001'],
    ['claude-haiku-4-5', 'claude-haiku-4-5@20251001'],
    ['claude-opus-4-1', 'claude-opus-4-1@20250805'],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5@20250929'],
    ['claude-opus-4-6', 'claude-opus-4-6'],
    ['claude-opus-5', 'claude-opus-5'],
    ['claude-of-tomorrow-9', 'claude-of-tomorrow-9'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet-v2@20241022'],
    ['gemini-3', 'gemini-3'],
    ['constructor', 'constructor'],
  ])('%s is %s', (model, id) => {
    expect(toVertexModel(model)).toBe(id);
    expect(toVertexModel(model, { other: 'x' })).toBe(id);
  });

  it('is what the configuration says', () => {
    expect(toVertexModel('claude-opus-5', { 'claude-opus-5': 'claude-opus-5@1' })).toBe(
      'claude-opus-5@1',
    );
  });
});
