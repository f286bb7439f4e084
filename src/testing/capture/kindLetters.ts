import type { ClaudeEvent, ClaudeEventOf } from '../../claude/events.ts';
import type { OpenAIChunk } from '../../openai/chunks.ts';

/** What a mark in a diagram stands for, in few words. */
export interface Kind {
  /** The letter it would like to have: capital opens, small continues. */
  readonly letter: string;
  readonly words: string;
}

/** Letters of tools, in order of appearance; those after the last share it. */
const toolLetters = 'ABCGHIJK';

/** Names the kinds of one stream's events; made anew for each stream, since tools are numbered. */
export function claudeKinds(): (event: ClaudeEvent) => Kind {
  const blocks = new Map<number, Kind>();
  let tools = 0;

  const opened = ({ index, content_block: block }: ClaudeEventOf<'content_block_start'>): Kind => {
    const kind =
      block.type === 'tool_use'
        ? toolKind(block.name)
        : (openers.get(block.type) ?? other(block.type));
    blocks.set(index, kind);
    return kind;
  };
  const toolKind = (name: string): Kind => ({
    letter: toolLetters[tools++] ?? toolLetters.slice(-1),
    words: `tool ${name} opens`,
  });

  return (event) => {
    switch (event.type) {
      case 'message_start':
        return { letter: 'S', words: `message of ${event.message.model} starts` };
      case 'content_block_start':
        return opened(event);
      case 'content_block_delta': {
        const opener = blocks.get(event.index);
        const { type } = event.delta;
        return type === 'input_json_delta' && opener !== undefined
          ? { letter: opener.letter.toLowerCase(), words: opener.words.replace(/opens$/, 'input') }
          : (deltas.get(type) ?? other(type));
      }
      case 'content_block_stop':
        return { letter: '.', words: 'block closes' };
      case 'message_delta': {
        const reason = event.delta.stop_reason ?? 'no reason';
        return { letter: reason === 'tool_use' ? 'U' : 'D', words: `stop: ${reason}` };
      }
      case 'message_stop':
        return { letter: 'X', words: 'message stops' };
      case 'ping':
        return { letter: 'p', words: 'ping' };
      case 'error':
        return { letter: 'E', words: `error ${event.error.type}` };
      default:
        return other((event as { readonly type: string }).type);
    }
  };
}

const other = (type: string): Kind => ({ letter: 'o', words: type });

const openers: ReadonlyMap<string, Kind> = new Map([
  ['text', { letter: 'T', words: 'text opens' }],
  ['thinking', { letter: 'M', words: 'thinking opens' }],
  ['redacted_thinking', { letter: 'R', words: 'redacted thinking' }],
]);

const deltas: ReadonlyMap<string, Kind> = new Map([
  ['text_delta', { letter: 't', words: 'text' }],
  ['thinking_delta', { letter: 'm', words: 'thinking' }],
  ['signature_delta', { letter: 's', words: 'signature' }],
  ['citations_delta', { letter: 'c', words: 'citation' }],
]);

/** Names the kind of a chunk; `from` is what it became of, whose letter it takes over. */
export function chunkKind({ choices, usage }: OpenAIChunk, from?: string): Kind {
  const [choice] = choices;
  if (choice === undefined) return { letter: '$', words: usage ? 'usage' : 'no choice' };
  const { delta, finish_reason } = choice;
  if (finish_reason !== null) return { letter: from ?? 'F', words: `finish: ${finish_reason}` };
  const [call] = delta.tool_calls ?? [];
  if (call !== undefined) {
    const name = call.function?.name ?? call.custom?.name;
    return {
      letter: from ?? 'k',
      words:
        name === undefined
          ? `tool_calls[${call.index}] input`
          : `tool_calls[${call.index}] ${name}`,
    };
  }
  const [field = 'nothing'] = Object.keys(delta);
  return { letter: ownLetters.get(field) ?? from ?? 'k', words: field };
}

/** What is said once, of all that came before, has letters of its own. */
const ownLetters: ReadonlyMap<string, string> = new Map([
  ['reasoning_details', 'r'],
  ['annotations', 'n'],
  ['refusal', 'x'],
]);
