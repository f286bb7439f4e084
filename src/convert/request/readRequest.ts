import { RequestError } from '../../errors.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { describeIssue } from './describeIssue.ts';
import { isRecord } from './isRecord.ts';
import { emptyMessages, refusal } from './refusals.ts';
import { acceptor } from './shapes/acceptor.ts';
import { request } from './shapes/request.ts';
import { wellFormed } from './wellFormed.ts';
import { withoutNulls } from './withoutNulls.ts';

const isRequest = acceptor(request);

/** Claude takes no more messages than this. */
const MOST_MESSAGES = 100_000;

/**
 * Reads a request: its shape checked, its text whole, its null parameters gone.
 *
 * For OpenAI a parameter that is null is a parameter that is absent; Claude refuses nulls.
 *
 * **Errors** – {@link RequestError} with OpenAI's own sentence, code and path for the first fault.
 */
export function readRequest(input: unknown): OpenAIRequest {
  if (!isRecord(input)) {
    throw new RequestError(
      'We could not parse the JSON body of your request. The request body must be a JSON object.',
    );
  }
  const whole = wellFormed(input);
  if (typeof whole['model'] !== 'string' || whole['model'].trim() === '') {
    throw refusal('model', 'you must provide a model parameter', 'missing_required_parameter');
  }
  const fault = isRequest(whole) ? undefined : request.safeParse(whole).error?.issues[0];
  if (fault !== undefined) throw describeIssue(fault, whole);

  // The shape is right, so the client's own objects serve: a parsed copy would cost memory, and
  // lose what the schema does not name.
  const read = withoutNulls(whole) as unknown as OpenAIRequest;
  checkTogether(read);
  return read;
}

/** What OpenAI refuses about parameters that are each right by themselves. */
function checkTogether({ messages, stream, stream_options }: OpenAIRequest): void {
  if (messages.length === 0) throw emptyMessages();
  if (messages.length > MOST_MESSAGES) {
    throw refusal(
      'messages',
      `Invalid 'messages': array too long. Expected an array with maximum length ${MOST_MESSAGES}, but got an array with length ${messages.length} instead.`,
      'array_above_max_length',
    );
  }
  if (stream_options !== undefined && stream !== true) {
    throw refusal(
      'stream_options',
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    );
  }
}
