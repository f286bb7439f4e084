import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listedTraits } from '../../src/convert/listedTraits.ts';
import { extendModels, findModel } from '../../src/convert/models.ts';

const yes = { supported: true };
const no = { supported: false };

describe('listedTraits', () => {
  it('takes what the list says', () => {
    expect(
      listedTraits({
        id: 'claude-opus-6',
        max_input_tokens: 2_000_000,
        max_tokens: 256_000,
        lifecycle: 'active',
        capabilities: {
          thinking: {
            supported: true,
            types: { adaptive: yes, enabled: no, disabled: yes, between_tools: no },
          },
          effort: { supported: true, low: yes, medium: yes, high: yes, xhigh: null, max: no },
          structured_outputs: no,
          image_input: yes,
        },
      }),
    ).toEqual({
      contextWindow: 2_000_000,
      maxOutput: 256_000,
      status: 'active',
      thinking: { modes: ['adaptive', 'disabled'], default: 'on' },
      // What it does not know it says nothing about: then the table is believed.
      efforts: ['low', 'medium', 'high', 'xhigh'],
      structured: false,
    });
  });

  it.each([
    ['active', { status: 'active' }],
    ['deprecated', { status: 'deprecated' }],
    ['retired', { status: 'retired' }],
    ['brand_new', undefined],
  ])('knows of a model that is %s', (lifecycle, said) => {
    expect(listedTraits({ id: 'claude-opus-6', lifecycle })).toEqual(said);
  });

  it('leaves what the list is silent about as it was', () => {
    const { traits } = findModel('claude-opus-5');
    const said = listedTraits({
      id: 'claude-opus-5',
      max_tokens: null,
      capabilities: { thinking: { types: { enabled: no } }, effort: yes },
    });
    expect(said).toEqual({ thinking: traits.thinking, efforts: traits.efforts });
  });

  it('knows a model without effort', () => {
    expect(
      listedTraits({ id: 'claude-opus-5', capabilities: { effort: { ...no, low: yes } } }),
    ).toEqual({ efforts: [] });
  });

  it.each([
    ['no model', null],
    ['a model without a name', { max_tokens: 5 }],
    ['somebody else’s model', { id: 'deepseek-chat', max_tokens: 5 }],
    ['a model of which nothing is said', { id: 'claude-opus-5', capabilities: null }],
    ['nonsense', { id: 'claude-opus-5', max_tokens: -1, lifecycle: 'x', capabilities: [yes] }],
  ])('says nothing of %s', (_, listed) => {
    expect(listedTraits(listed)).toBeUndefined();
  });

  it('makes a row of whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (capabilities, thinking) => {
        for (const said of [
          capabilities,
          { thinking, effort: thinking },
          { thinking: { types: thinking } },
        ]) {
          const traits = listedTraits({ id: 'claude-opus-5', capabilities: said });
          const table = extendModels({ 'claude-opus-5': traits ?? {} });
          expect(Array.isArray(findModel('claude-opus-5', table).traits.efforts)).toBe(true);
        }
      }),
    );
  });
});
