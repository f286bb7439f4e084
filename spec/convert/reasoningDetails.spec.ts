import { describe, expect, it } from '@jest/globals';
import { type ReasonedBlock, toReasoningDetails } from '../../src/convert/reasoningDetails.ts';
import { openai } from '../../src/testing/index.ts';

const thought = (
  index: number,
  text: string,
  signature: string,
  textBefore = 0,
): ReasonedBlock => ({
  index,
  textBefore,
  type: 'thinking',
  text,
  signature,
});
const { reasoningDetail } = openai;

describe('toReasoningDetails', () => {
  it('says each block exactly, numbered from 0', () => {
    const blocks: readonly ReasonedBlock[] = [
      thought(0, 'hm ', 'Eu'),
      { index: 3, textBefore: 9, type: 'redacted_thinking', data: 'x' },
    ];

    expect(toReasoningDetails(blocks, [])).toEqual([
      reasoningDetail({ text: 'hm ', signature: 'Eu' }, 0),
      reasoningDetail({ data: 'x', at: [9, 0] }, 1),
    ]);
  });

  it('says no signature where there is none', () => {
    const [detail] = toReasoningDetails([thought(0, 'hm', '')], []);

    expect(detail).toEqual(reasoningDetail({ text: 'hm' }, 0));
    expect(detail).not.toHaveProperty('signature');
  });

  it('keeps a block that is signed, though it says nothing', () => {
    expect(toReasoningDetails([thought(0, '', 'Eu')], [])).toEqual([
      reasoningDetail({ text: '', signature: 'Eu' }, 0),
    ]);
  });

  it('leaves out a block that says nothing and is not signed, and counts on without it', () => {
    expect(toReasoningDetails([thought(0, '', ''), thought(1, 'hm', 'Eu')], [])).toEqual([
      reasoningDetail({ text: 'hm', signature: 'Eu' }, 0),
    ]);
  });

  it('leaves out encrypted thinking without data', () => {
    const nothing = { index: 0, textBefore: 0, type: 'redacted_thinking', data: '' } as const;

    expect(toReasoningDetails([nothing], [])).toEqual([]);
  });

  it('places each block after the tools whose numbers are lower', () => {
    const details = toReasoningDetails(
      [thought(0, 'a', ''), thought(2, 'b', ''), thought(5, 'c', '')],
      [4, 1],
    );

    expect(details.map(({ position }) => position.tools)).toEqual([0, 1, 2]);
  });
});
