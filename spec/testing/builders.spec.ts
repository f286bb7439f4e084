import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { claude, emitted, openai } from '../../src/testing/index.ts';

describe('the builders of both wires', () => {
  it('answer each other, field by field and in the same order', () => {
    const events = claude.message(
      'tool_use',
      claude.thinkingStart(0),
      claude.thinking(0, 'Hm'),
      claude.signature(0, 'Eu'),
      claude.blockStop(0),
      claude.textStart(1),
      claude.text(1, 'Paris'),
      claude.citation(1, claude.webCitation('https://paris.example', 'Paris')),
      claude.blockStop(1),
      claude.toolStart(2, 'save'),
      claude.json(2, '{"n":1}'),
      claude.blockStop(2),
    );
    const chunks = openai.awaitingUsage(
      ...openai.answer(
        'tool_calls',
        openai.reasoningChunk('Hm'),
        openai.contentChunk('Paris'),
        openai.callChunk(0, 'save', 'toolu_2'),
        openai.argumentsChunk(0, '{"n":1}'),
        openai.deltaChunk({
          reasoning_details: [openai.reasoningDetail({ text: 'Hm', signature: 'Eu' }, 0)],
          annotations: [openai.urlCitation(0, 5, 'Paris', 'https://paris.example')],
        }),
      ),
      openai.usageChunk(openai.usage(10, 5)),
    );

    const said = emitted(from(events).pipe(claudeToOpenAI({ includeUsage: true })));
    expect(said.map((chunk) => JSON.stringify(chunk))).toEqual(
      chunks.map((chunk) => JSON.stringify(chunk)),
    );
  });
});
