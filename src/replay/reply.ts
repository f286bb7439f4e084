import type { Asked } from './Asked.ts';
import { callTool, chosenTools } from './callTool.ts';
import { sampleSchema } from './sampleSchema.ts';
import type { Said, SpokenBlock } from './Said.ts';
import { sliceWhole } from './sliceWhole.ts';

/**
 * The ordinary answer: calls the client's tools if it may, and otherwise says something that holds
 * what was asked, or what the tools gave. So an agent's loop comes to an end.
 */
export function reply(asked: Asked): Said {
  const tools = chosenTools(asked);
  if (tools.length === 0) {
    return { blocks: [...thoughts(asked), textBlock(replyText(asked))], stop_reason: 'end_turn' };
  }
  const names = tools.map(({ name }) => name).join(' and ');
  return {
    blocks: [
      ...thoughts(asked),
      textBlock(`Let me look that up with ${names}.`),
      ...tools.map((tool) => callTool(asked, tool)),
    ],
    stop_reason: 'tool_use',
  };
}

export const textBlock = (text: string): SpokenBlock => ({ type: 'text', text });

/** A block of thinking and its signature, if the request turned thinking on. */
export const thoughts = (asked: Asked): readonly SpokenBlock[] =>
  asked.thinks ? [thinkingBlock(asked)] : [];

/** With `display: 'omitted'` Claude sends the signature alone. */
export function thinkingBlock({ request: { thinking }, random, question }: Asked): SpokenBlock {
  const isOmitted = thinking && 'display' in thinking && thinking.display === 'omitted';
  return {
    type: 'thinking',
    thinking: isOmitted ? '' : `The user wants: ${shortened(question, 80)} One step at a time.`,
    signature: random.opaque(random.int(160, 320)),
  };
}

/** The words of an answer: JSON where `output_config.format` asks for it. */
export function replyText(asked: Asked): string {
  const { request, results, continues, question, random } = asked;
  const format = request.output_config?.format;
  if (format?.type === 'json_schema') {
    return JSON.stringify(sampleSchema(format.schema, { seed: random.int(0, 2 ** 31) }) ?? {});
  }
  if (results.length > 0) {
    const quoted = results.map((result) => shortened(result, 400) || '(nothing)');
    return quoted.length === 1
      ? `The tool says: ${quoted.join('')}`
      : ['The tools say:', ...quoted.map((result, at) => `${at + 1}. ${result}`)].join('\n');
  }
  if (continues) return 'And that is where it ends.';
  const opening = random.pick(['You said', 'You asked', 'I have read']);
  return (
    `${opening}: “${shortened(question, 200)}” ` +
    'This answer is made up inside the relay: no key, no network, no model. ' +
    'Everything from here on is as it would be with Claude.'
  );
}

function shortened(text: string, chars: number): string {
  return text.length > chars ? `${sliceWhole(text, chars - 1)}…` : text;
}
