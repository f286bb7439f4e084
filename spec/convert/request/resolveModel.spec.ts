import { describe, expect, it } from '@jest/globals';
import { extendModels } from '../../../src/convert/models.ts';
import { convert } from '../../support/chatRequest.ts';

const idOf = (model: string, settings?: Parameters<typeof convert>[1]): string =>
  convert({ model }, settings).body.model;

describe('resolveModel', () => {
  it.each([
    ['claude-opus-5', 'claude-opus-5'],
    ['anthropic/claude-opus-5', 'claude-opus-5'],
    ['anthropic.claude-opus-5', 'claude-opus-5'],
    ['claude/claude-opus-5', 'claude-opus-5'],
    ['anthropic/claude-haiku-4.5', 'claude-haiku-4-5'],
    ['anthropic/claude-3.5-haiku', 'claude-3-5-haiku'],
    ['claude-opus-5:thinking', 'claude-opus-5'],
    ['gpt-4.1-mini', 'gpt-4.1-mini'],
    ['some/vendor', 'some/vendor'],
    ['replay/weather:thinking', 'replay/weather:thinking'],
  ])('sends %s as %s', (asked, sent) => {
    expect(idOf(asked)).toBe(sent);
  });

  it('keeps the names of Bedrock for Bedrock', () => {
    expect(idOf('anthropic.claude-opus-5', { upstream: 'bedrock' })).toBe(
      'anthropic.claude-opus-5',
    );
  });

  it('follows aliases, before and after the prefix is gone', () => {
    const aliases = { 'gpt-4o': 'anthropic/claude-sonnet-5', best: 'claude-opus-5' };
    expect(idOf('gpt-4o', { aliases })).toBe('claude-sonnet-5');
    expect(idOf('anthropic/best', { aliases })).toBe('claude-opus-5');
    expect(idOf('toString', { aliases })).toBe('toString');
  });

  it('thinks hard for a name that ends in :thinking, unless told otherwise', () => {
    const { output_config } = convert({ model: 'claude-opus-5:thinking' }).body;
    expect(output_config).toEqual({ effort: 'high' });
    const told = convert({ model: 'claude-opus-5:thinking', reasoning_effort: 'low' }).body;
    expect(told.output_config).toEqual({ effort: 'low' });
  });

  describe('takes ends of names from the configuration', () => {
    const suffixes = { '-low': 'low', '-very-low': 'none', ':x': 'max' } as const;
    const asked = (model: string, settings: Parameters<typeof convert>[1] = {}) => {
      const { body } = convert({ model }, { suffixes, ...settings });
      return [body.model, body.output_config?.effort, body.thinking?.type];
    };

    it.each([
      ['claude-opus-5-low', ['claude-opus-5', 'low', 'adaptive']],
      ['anthropic/claude-opus-5:x', ['claude-opus-5', 'max', 'adaptive']],
      ['claude-opus-5-very-low', ['claude-opus-5', undefined, 'disabled']],
      ['claude-opus-5', ['claude-opus-5', undefined, 'adaptive']],
      ['-low', ['-low', undefined, undefined]],
    ])('%s', (model, becomes) => {
      expect(asked(model)).toEqual(becomes);
    });

    it('before and after an alias', () => {
      const aliases = { gpt: 'claude-opus-5', slow: 'claude-opus-5:x' };
      expect(asked('gpt-low', { aliases })).toEqual(['claude-opus-5', 'low', 'adaptive']);
      expect(asked('slow', { aliases })).toEqual(['claude-opus-5', 'max', 'adaptive']);
    });

    it('but not of a model that is called so', () => {
      const models = extendModels({ 'claude-tiny-low': {} });
      expect(asked('claude-tiny-low', { models })[0]).toBe('claude-tiny-low');
    });
  });

  it('remembers the name the client used', () => {
    expect(convert({ model: 'anthropic/claude-opus-5' }).answer.requestedModel).toBe(
      'anthropic/claude-opus-5',
    );
  });
});
