// @ts-check
import { concatMap, defer } from 'rxjs';

/** @type {(options: { secret: string }) => import('marblegate').OpenAIStage} */
export default function hideSecret({ secret }) {
  return () => (chunk$) =>
    defer(() => {
      let held = '';
      return chunk$.pipe(
        concatMap((chunk) => {
          const [choice] = chunk.choices;
          if (choice?.delta.content) {
            const text = (held + choice.delta.content).replaceAll(secret, '[hidden]');
            const end = text.length - cutSecretLength(text, secret);
            held = text.slice(end);
            return end === 0 ? [] : [withContent(chunk, text.slice(0, end))];
          }
          if (choice?.finish_reason && held !== '') {
            const rest = withContent(chunk, held);
            held = '';
            return [rest, chunk];
          }
          return [chunk];
        }),
      );
    });
}

/** How much of the text's end may be the beginning of the secret.
 * @param {string} text
 * @param {string} secret
 */
function cutSecretLength(text, secret) {
  for (let length = secret.length - 1; length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** A chunk of the same answer that says this and nothing else.
 * @param {import('marblegate').OpenAIChunk} chunk
 * @param {string} content
 * @returns {import('marblegate').OpenAIChunk}
 */
function withContent(chunk, content) {
  return {
    ...chunk,
    choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }],
  };
}

/** Asked when the relay starts: what is wrong with the options.
 * @param {unknown} options
 * @returns {readonly string[]}
 */
export function validate(options) {
  const { secret } = /** @type {{ secret?: unknown }} */ (options ?? {});
  return typeof secret === 'string' && secret !== '' ? [] : ['secret: expected a text'];
}
