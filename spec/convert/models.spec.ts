import { describe, expect, it } from '@jest/globals';
import { claudeName, extendModels, findModel, models } from '../../src/convert/models.ts';

describe('findModel', () => {
  it.each([
    ['claude-opus-5', 'claude-opus-5'],
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-opus-5-20260724', 'claude-opus-5'],
    ['claude-fable-5-2-latest', 'claude-fable-5-2'],
    ['claude-haiku-4-5', 'claude-haiku-4-5-20251001'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5-20251001'],
    ['claude-sonnet-4-5@20990101', 'claude-sonnet-4-5-20250929'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5-20251001'],
    ['global.anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['anthropic/claude-haiku-4.5', 'claude-haiku-4-5-20251001'],
    ['claude-3-5-haiku-20241022', 'claude-3-5-haiku'],
    ['claude-3-opus-20240229', 'claude-3'],
  ])('finds %s in the row of %s', (id, row) => {
    expect(findModel(id)).toMatchObject({ kind: 'known', row });
  });

  it('takes a later version for an unknown model, not for the one it resembles', () => {
    expect(findModel('claude-opus-5-9')).toEqual({ traits: models.unknownClaude, kind: 'unknown' });
    expect(findModel('claude-new-7').kind).toBe('unknown');
  });

  it.each(['gpt-4o', 'replay/claude-opus-5', 'my-claude', '__proto__', 'constructor', ''])(
    'takes %j for another vendor’s model',
    (id) => {
      expect(findModel(id)).toEqual({ traits: models.foreign, kind: 'foreign' });
    },
  );

  it('knows a name for every row by which it finds it again', () => {
    for (const [row, { aliases = [] }] of Object.entries(models.models)) {
      for (const name of [row, ...aliases]) expect(findModel(name).row).toBe(row);
    }
  });
});

describe('claudeName', () => {
  it('is undefined for other vendors’ models', () => {
    expect(claudeName('deepseek/deepseek-chat')).toBeUndefined();
  });
});

describe('extendModels', () => {
  it('adds rows and alters others without touching the table it was given', () => {
    const table = extendModels({
      'claude-next-9': { maxOutput: 5 },
      'claude-opus-5': { midSystem: false },
    });
    expect(findModel('claude-next-9', table).traits).toEqual({
      ...models.unknownClaude,
      maxOutput: 5,
    });
    expect(findModel('claude-opus-5', table).traits.midSystem).toBe(false);
    expect(findModel('claude-opus-5').traits.midSystem).toBe(true);
    expect(findModel('claude-opus-5', table).traits.thinking).toEqual(
      findModel('claude-opus-5').traits.thinking,
    );
  });
});
