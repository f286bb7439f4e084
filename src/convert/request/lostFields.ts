import type { OpenAIMessageParam } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';

/** Lists in which a client may bring an assistant's turn back. */
const lists = ['thinking_blocks', 'reasoning_details', 'anthropic_content'] as const;

/**
 * Names what a message holds and cannot be used: sound, citations (the documents they count are not
 * those of this request), and reasoning in a shape nobody writes. The message itself is understood
 * without them.
 */
export function concedeLostFields(
  message: OpenAIMessageParam,
  at: string,
  { concede }: Conversion,
): void {
  if (message['audio'] !== undefined && message['audio'] !== null) {
    concede.drop('audio', { param: `${at}.audio` });
  }
  for (const name of lists) {
    const value = message[name];
    if (value === undefined || value === null) continue;
    if (!Array.isArray(value) || !value.every(isRecord)) {
      concede.drop(name, { param: `${at}.${name}` });
    }
  }
  if (!Array.isArray(message.content)) return;
  for (const [place, { citations, type }] of message.content.entries()) {
    if (type === 'text' && Array.isArray(citations) && citations.length > 0) {
      concede.drop('citations', { param: `${at}.content.[${place}].citations` });
    }
  }
}
