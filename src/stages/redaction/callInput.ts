import type { OpenAIDelta, OpenAIToolCallDelta } from '../../openai/chunks.ts';
import type { Hider } from './Hider.ts';
import { hideInJson } from './hideInJson.ts';
import { hideInText, type Hiding } from './hideInText.ts';

/** A call whose input is being told. */
export interface CallInput {
  readonly hider: Hider;
  /** More of its input, as a delta. */
  toDelta(input: string): OpenAIDelta;
}

/** The call a delta opens, if it opens one: its name travels once, on its first piece. */
export function openedCall(delta: OpenAIDelta, hiding: Hiding): CallInput | undefined {
  const piece = delta.tool_calls?.[0];
  if (piece?.id !== undefined) {
    const { index, type } = piece;
    return type === 'custom'
      ? { hider: hideInText(hiding), toDelta: (input) => toolDelta({ index, custom: { input } }) }
      : {
          hider: hideInJson(hiding),
          toDelta: (input) => toolDelta({ index, function: { arguments: input } }),
        };
  }
  return delta.function_call?.name === undefined
    ? undefined
    : {
        hider: hideInJson(hiding),
        toDelta: (input) => ({ function_call: { arguments: input } }),
      };
}

/** What a delta adds to the input of its call. */
export function inputOf({ tool_calls, function_call }: OpenAIDelta): string {
  const piece = tool_calls?.[0];
  return piece?.function?.arguments ?? piece?.custom?.input ?? function_call?.arguments ?? '';
}

const toolDelta = (piece: OpenAIToolCallDelta): OpenAIDelta => ({ tool_calls: [piece] });
