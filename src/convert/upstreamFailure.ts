import { UpstreamError } from '../errors.ts';
import { scrubSecrets } from './scrubSecrets.ts';

/** An HTTP error of the upstream, its body read. */
export interface UpstreamAnswer {
  /** HTTP status; undefined for an exception inside a Bedrock event stream. */
  readonly status?: number | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whose key the request was sent with. */
  readonly keyOf: 'relay' | 'client';
}

/**
 * Reads an upstream's error answer, whoever wrote it: Claude, AWS, Google, a gateway – or a proxy
 * that answers with a page.
 *
 * The message is the upstream's own sentence, without the JSON around it. A body that is no JSON says
 * nothing a client could use: its beginning is kept as `cause`, for the log.
 *
 * @see https://platform.claude.com/docs/en/api/errors
 */
export function toUpstreamError({ status, headers, body, keyOf }: UpstreamAnswer): UpstreamError {
  const { message, originalStatus, ...said } = readBody(body);
  // AWS: `FooException:http://…`
  const type = said.type ?? headers['x-amzn-errortype']?.split(':')[0];
  return new UpstreamError(message ?? fallbackMessage(status), {
    // Bedrock passes on the model's own failure under a name of its own; the first one says more.
    type: originalStatus === undefined ? type : undefined,
    status: originalStatus ?? status,
    errorCode: said.errorCode,
    headers,
    keyOf,
    ...(isClaudes(body) && { body }),
    ...(message === undefined && { cause: scrubSecrets(body.slice(0, excerptChars)) }),
  });
}

/** Whether a body is an error in Claude's own form, which says more than its type and message. */
function isClaudes(body: string): boolean {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return false;
  }
  if (!isObject(json) || json['type'] !== 'error') return false;
  const error = json['error'];
  return isObject(error) && isText(error['type']) && isText(error['message']);
}

const fallbackMessage = (status: number | undefined): string =>
  status === undefined ? 'The upstream failed.' : `Upstream returned HTTP ${status}`;

/** How much of an unreadable body the log gets to see. */
const excerptChars = 200;

/** How deep gateways have been seen to put one error into the message of another. */
const maxNesting = 3;

interface Said {
  readonly message?: string | undefined;
  readonly type?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly originalStatus?: number | undefined;
}

function readBody(body: string, nesting = 0): Said {
  let json: unknown;
  try {
    json = JSON.parse(body.trim());
  } catch {
    return {};
  }
  const root = Array.isArray(json) ? (json as unknown[])[0] : json;
  if (!isObject(root)) return {};
  const inner = root['error'];
  const said = sayOf(isObject(inner) ? inner : root);
  // An error wrapped as text in the message of another: the innermost is the upstream's.
  if (said.message?.trimStart().startsWith('{') !== true || nesting >= maxNesting) return said;
  const wrapped = readBody(said.message, nesting + 1);
  return wrapped.message === undefined ? said : wrapped;
}

function sayOf(error: Readonly<Record<string, unknown>>): Said {
  const details = error['details'];
  return {
    // Claude and Google; AWS at its moods; gateways.
    message: [error['message'], error['Message'], error['detail'], error['error']].find(isText),
    // Google's word is its `status`; AWS sometimes has its own in `__type`. `type: 'error'` is a label.
    type: [error['type'], error['status'], error['__type']].find(isWord),
    errorCode:
      isObject(details) && isText(details['error_code']) ? details['error_code'] : undefined,
    originalStatus: [error['originalStatusCode']].find(isErrorStatus),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isWord = (value: unknown): value is string => isText(value) && value !== 'error';
const isErrorStatus = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
