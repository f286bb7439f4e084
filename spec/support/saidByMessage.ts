import type Anthropic from '@anthropic-ai/sdk';
import type { Said } from './clients/index.ts';

/** What each sampling of a turn cost; the SDK has no type for it outside its beta. */
export type Iterations = readonly {
  readonly type?: string;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
}[];

/**
 * What an OpenAI client must hold of a message that Anthropic's own client has put together: read
 * from the whole message, block by block, after the fact.
 */
export function saidByMessage(message: Anthropic.Message, iterations: Iterations = []): Said {
  const calls = message.content.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
  );
  // Claude's totals leave out what compacting and asking an advisor cost.
  const billed = [
    message.usage,
    ...iterations.filter(({ type }) => type === 'compaction' || type === 'advisor_message'),
  ];
  let [prompt, completion, cached] = [0, 0, 0];
  for (const cost of billed) {
    cached += cost.cache_read_input_tokens ?? 0;
    prompt +=
      (cost.input_tokens ?? 0) +
      (cost.cache_read_input_tokens ?? 0) +
      (cost.cache_creation_input_tokens ?? 0);
    completion += cost.output_tokens ?? 0;
  }
  return {
    text: textOf(message),
    reasoning: paragraphs(
      message.content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])),
    ),
    refusal: message.stop_reason === 'refusal' ? (message.stop_details?.explanation ?? '') : '',
    calls,
    finish: finishOf(message.stop_reason ?? '', calls.length),
    usage: {
      prompt,
      completion,
      total: prompt + completion,
      cached,
      reasoning: message.usage.output_tokens_details?.thinking_tokens ?? 0,
    },
  };
}

/** Texts next to each other are one; texts with something between them are paragraphs. */
function textOf({ content }: Anthropic.Message): string {
  const groups: string[] = [];
  let apart = true;
  for (const block of content) {
    if (block.type !== 'text') {
      apart = true;
    } else if (block.text !== '') {
      if (apart) groups.push(block.text);
      else groups.push((groups.pop() ?? '') + block.text);
      apart = false;
    }
  }
  return groups.reduce((text, group) => text + gap(text, group) + group, '');
}

const paragraphs = (texts: readonly string[]): string =>
  texts.reduce(
    (all, text) => (text === '' ? all : all + (all === '' || /\s$/.test(all) ? '' : '\n\n') + text),
    '',
  );

const gap = (before: string, after: string): string =>
  before === '' || /\s$/.test(before) || /^\s/.test(after) ? '' : '\n\n';

function finishOf(reason: string, calls: number): string {
  if (/^(max_tokens|model_context_window_exceeded)$/.test(reason)) return 'length';
  if (reason === 'refusal') return 'content_filter';
  if (calls > 0) return 'tool_calls';
  return reason === 'pause_turn' ? 'length' : 'stop';
}
