import { describe, expect, it } from '@jest/globals';
import { openai } from '../../../src/testing/index.ts';

const chunks = openai.answer('stop', openai.contentChunk('Hi'));
const sent = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');

describe('toBeOpenAIStream', () => {
  it('takes chunks, text and bytes', () => {
    expect(chunks).toBeOpenAIStream();
    expect(`${sent}data: [DONE]\n\n`).toBeOpenAIStream();
    expect(new TextEncoder().encode(`${sent}data: [DONE]\n\n`)).toBeOpenAIStream();
    expect(sent).not.toBeOpenAIStream();
    expect(chunks).not.toBeOpenAIStream({ includeUsage: true });
    expect(chunks.slice(0, 2)).toBeOpenAIStream({ cutShort: true });
  });

  it('names the laws that are broken, and what breaks them', () => {
    expect(() => {
      expect(openai.answer('stop', openai.contentChunk(''))).toBeOpenAIStream();
    }).toThrow('I11 content is never empty but beside the role: content is "" (#0)');
    expect(() => {
      expect(chunks).not.toBeOpenAIStream();
    }).toThrow('holds them all');
  });
});
