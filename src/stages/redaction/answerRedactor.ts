import type {
  OpenAIAnnotation,
  OpenAIChunk,
  OpenAIDelta,
  OpenAIReasoningDetail,
} from '../../openai/chunks.ts';
import { type CallInput, inputOf, openedCall } from './callInput.ts';
import { hideIn, hideInText, type Hiding } from './hideInText.ts';
import { movedOffsets } from './movedOffsets.ts';

/** Redacts the chunks of one answer. */
export interface AnswerRedactor {
  /** What may be told now that a chunk has come. */
  readonly redacted: (chunk: OpenAIChunk) => readonly OpenAIChunk[];
  /** What was held back, if the answer is over without a finish. */
  readonly rest: () => readonly OpenAIChunk[];
}

/** All that is remembered while one answer is redacted. */
export function answerRedactor(hiding: Hiding): AnswerRedactor {
  const offsets = movedOffsets();
  const content = hideInText(hiding, offsets.note);
  const thoughts = {
    reasoning_content: hideInText(hiding),
    reasoning: hideInText(hiding),
  };
  let call: CallInput | undefined;
  let last: OpenAIChunk | undefined;

  return {
    redacted(chunk) {
      const [choice] = chunk.choices;
      if (choice === undefined) return [chunk];
      last = chunk;
      const { delta, finish_reason } = choice;
      const opened = openedCall(delta, hiding);
      const over = finish_reason !== null || isFoundation(delta) ? contentLeft() : [];
      const left = [
        ...(isThought(delta) ? [] : thoughtsLeft()),
        ...over,
        ...(opened || over.length > 0 || finish_reason !== null ? callLeft() : []),
      ];
      if (opened) call = opened;
      const told = redactedDelta(delta);
      const isHeld = finish_reason === null && Object.keys(told).length === 0;
      return [
        ...left.map((one) => saying(chunk, one)),
        ...(isHeld ? [] : [{ ...chunk, choices: [{ ...choice, delta: told }] as const }]),
      ];
    },
    rest() {
      const chunk = last;
      if (chunk === undefined) return [];
      return [...thoughtsLeft(), ...contentLeft(), ...callLeft()].map((one) => saying(chunk, one));
    },
  };

  function thoughtsLeft(): readonly OpenAIDelta[] {
    const reasoning_content = thoughts.reasoning_content.flush();
    const reasoning = thoughts.reasoning.flush();
    return reasoning_content === '' && reasoning === ''
      ? []
      : [{ ...(reasoning_content && { reasoning_content }), ...(reasoning && { reasoning }) }];
  }

  function contentLeft(): readonly OpenAIDelta[] {
    const left = content.flush();
    return left === '' ? [] : [{ content: left }];
  }

  function callLeft(): readonly OpenAIDelta[] {
    const left = call?.hider.flush() ?? '';
    return call === undefined || left === '' ? [] : [call.toDelta(left)];
  }

  /** What of a delta may be told; nothing at all if it is held back. */
  function redactedDelta(delta: OpenAIDelta): OpenAIDelta {
    const { reasoning_details, annotations, refusal, ...pieces } = delta;
    return {
      ...redactedPieces(pieces),
      ...(refusal !== undefined && { refusal: refusal && hideIn(refusal, hiding) }),
      ...(reasoning_details && { reasoning_details: reasoning_details.map(redactedDetail) }),
      ...(annotations && { annotations: annotations.map(redactedAnnotation) }),
    };
  }

  function redactedPieces(delta: OpenAIDelta): OpenAIDelta {
    const { tool_calls, function_call, ...texts } = delta;
    const told = Object.fromEntries(
      Object.entries(texts).flatMap(([field, text]) => {
        const hider = hiderOf(field);
        if (hider === undefined || typeof text !== 'string' || text === '') return [[field, text]];
        const now = hider.hide(text);
        return now === '' ? [] : [[field, now]];
      }),
    ) as OpenAIDelta;
    const input = inputOf(delta);
    if (call === undefined || input === '') {
      return {
        ...told,
        ...(tool_calls && { tool_calls }),
        ...(function_call && { function_call }),
      };
    }
    const now = call.hider.hide(input);
    return now === '' ? told : { ...told, ...call.toDelta(now) };
  }

  function hiderOf(field: string) {
    if (field === 'content') return content;
    return field === 'reasoning_content' || field === 'reasoning' ? thoughts[field] : undefined;
  }

  function redactedDetail(detail: OpenAIReasoningDetail): OpenAIReasoningDetail {
    const { text, tools } = detail.position;
    const placed = { ...detail, position: { text: offsets.moved(text), tools } };
    if (placed.type !== 'reasoning.text') return placed;
    const told = hideIn(placed.text, hiding);
    if (told === placed.text) return placed;
    // The seal is on the exact words: Claude would refuse the whole request that brings it back.
    const { index, type, format, position } = placed;
    return { index, type, text: told, format, position };
  }

  function redactedAnnotation({ url_citation, ...rest }: OpenAIAnnotation): OpenAIAnnotation {
    const { start_index, end_index, title, url } = url_citation;
    return {
      ...rest,
      url_citation: {
        ...url_citation,
        start_index: offsets.moved(start_index),
        end_index: offsets.moved(end_index),
        title: hideIn(title, hiding),
        url: hideIn(url, hiding),
      },
    };
  }
}

const isThought = ({ reasoning_content, reasoning }: OpenAIDelta): boolean =>
  Boolean(reasoning_content ?? reasoning);

/** Told when all content has been: what the answer rests on, or why there is no more. */
const isFoundation = (delta: OpenAIDelta): boolean =>
  Boolean(delta.reasoning_details ?? delta.annotations ?? delta.refusal);

const saying = (chunk: OpenAIChunk, delta: OpenAIDelta): OpenAIChunk => ({
  ...chunk,
  choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
});
