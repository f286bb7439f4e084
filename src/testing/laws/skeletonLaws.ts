import type { OpenAIChunk } from '../../openai/chunks.ts';
import { every, type Law, show } from './Law.ts';
import { choicesOf, isUsageChunk } from './reading.ts';

/** The form of a chunk, and what all chunks of an answer have in common. */
export const skeletonLaws: readonly Law<readonly OpenAIChunk[]>[] = [
  {
    name: 'a chunk has the fields of a chunk and no others',
    holds: (chunks) =>
      every(chunks, ({ id, object, created, model, service_tier, choices, ...rest }) => {
        // A literal on the type's side, but what is judged here is whatever came over the wire.
        if ((object as string) !== 'chat.completion.chunk') return `object is ${show(object)}`;
        if (typeof id !== 'string' || !/^chatcmpl-./.test(id)) return `id is ${show(id)}`;
        if (!Number.isInteger(created) || created < 0) return `created is ${show(created)}`;
        if (typeof model !== 'string') return `model is ${show(model)}`;
        if (service_tier !== undefined && typeof service_tier !== 'string')
          return `service_tier is ${show(service_tier)}`;
        if (!Array.isArray(choices)) return `choices is ${show(choices)}`;
        return noOthers(rest, ['usage']);
      }),
  },
  {
    name: 'a choice has the fields of a choice and no others, and no logprobs',
    holds: (chunks) =>
      every(choicesOf(chunks), ({ delta, logprobs, finish_reason, ...rest }) => {
        if (typeof delta !== 'object') return `delta is ${show(delta)}`;
        if ((logprobs as unknown) !== null) return `logprobs is ${show(logprobs)}`;
        if ((finish_reason as unknown) === undefined) return 'finish_reason is missing';
        return noOthers(rest, ['index']);
      }),
  },
  {
    name: 'I1 all chunks agree on id, object, created, model and service tier',
    holds: (chunks) => {
      const heads = new Set(
        chunks.map(({ id, object, created, model, service_tier }) =>
          show([id, object, created, model, service_tier]),
        ),
      );
      return heads.size <= 1 || [...heads].join(' and ');
    },
  },
  {
    name: 'I2 the first chunk gives the role, and no other does',
    holds: (chunks, { cutShort = false }) => {
      const [first, ...others] = chunks.map((chunk) => chunk.choices[0]?.delta);
      if (chunks.length === 0) return cutShort || 'there is no chunk';
      if (
        Object.keys(first ?? {}).length !== 3 ||
        first?.role !== 'assistant' ||
        first.content !== '' ||
        first.refusal !== null
      )
        return `the first delta is ${show(first)}`;
      return every(others, (delta) => !delta || !('role' in delta) || 'the role is given again');
    },
  },
  {
    name: 'I3 every chunk but the usage chunk has exactly one choice, number 0',
    holds: (chunks) =>
      every(
        chunks,
        (chunk) =>
          isUsageChunk(chunk) ||
          (chunk.choices.length === 1 && (chunk.choices[0].index as number) === 0) ||
          `choices are ${show(chunk.choices)}`,
      ),
  },
];

function noOthers(rest: object, allowed: readonly string[]): true | string {
  const others = Object.keys(rest).filter((key) => !allowed.includes(key));
  return others.length === 0 || `there is also ${others.join(', ')}`;
}
