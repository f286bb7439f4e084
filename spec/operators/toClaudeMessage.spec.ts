import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeMessage } from '../../src/claude/message.ts';
import { messageToEvents } from '../../src/convert/messageToEvents.ts';
import { ProtocolError, UpstreamError } from '../../src/errors.ts';
import { toClaudeMessage } from '../../src/operators/toClaudeMessage.ts';
import { claude, emitted, outcome } from '../../src/testing/index.ts';
import { recordedAnswers } from '../support/corpus.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';

const { blockStop, json, message, messageStart, streamError, text, textStart, toolStart } = claude;
const folded = (events: readonly ClaudeEvent[]) => emitted(from(events).pipe(toClaudeMessage()))[0];

describe('toClaudeMessage', () => {
  it('is the message a stream told', () => {
    const told = message(
      'tool_use',
      textStart(0),
      text(0, 'Let me '),
      text(0, 'look.'),
      blockStop(0),
      toolStart(1, 'look', 'toolu_1'),
      json(1, '{"at":'),
      json(1, '1}'),
      blockStop(1),
    );

    expect(folded(told)).toEqual({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [
        { type: 'text', text: 'Let me look.', citations: null },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 1 } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 5 },
    });
  });

  it('has names that say nothing where nobody named it', () => {
    expect(folded([{ type: 'message_stop' }])).toMatchObject({ id: '', model: '', content: [] });
  });

  it('keeps what is said of the message as a whole at its end', () => {
    const told: ClaudeEvent[] = [
      messageStart(),
      {
        type: 'message_delta',
        delta: {
          stop_reason: 'stop_sequence',
          stop_sequence: '!',
          container: { id: 'c' },
        } as never,
        usage: { output_tokens: 3 },
      },
      { type: 'message_stop' },
    ];

    expect(folded(told)).toMatchObject({
      stop_reason: 'stop_sequence',
      stop_sequence: '!',
      container: { id: 'c' },
      usage: { input_tokens: 10, output_tokens: 3 },
    });
  });

  it('fails where the stream does', () => {
    const failing = outcome(
      from([messageStart(), streamError('api_error', 'No')]).pipe(toClaudeMessage()),
    );
    const cut = outcome(from([messageStart()]).pipe(toClaudeMessage()));

    expect(failing.error).toBeInstanceOf(UpstreamError);
    expect(cut.error).toBeInstanceOf(ProtocolError);
  });

  const plain = recordedAnswers().filter(({ message: { content } }) => Array.isArray(content));
  (plain.length > 0 ? it : it.skip)('undoes the telling of every recorded answer', () => {
    for (const { message: answer } of plain) {
      const [again = answer] = emitted(from(messageToEvents(answer)).pipe(toClaudeMessage()));

      expect(again).not.toBe(answer);
      expect({ ...again, content: [] }).toMatchObject({ stop_reason: answer.stop_reason });
      expect(again.content.map(({ type }) => type)).toEqual(answer.content.map(({ type }) => type));
      expect(textOf(again)).toBe(textOf(answer));
    }
  });

  itBehavesLikeAnOperator(toClaudeMessage, {
    source: '  S-t-',
    says: { S: messageStart(), t: text(0, 'Hi') },
    expected: '----',
    becomes: {},
    empty: { expected: '--#', error: ProtocolError.incomplete() },
  });
});

const textOf = ({ content }: ClaudeMessage): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');
