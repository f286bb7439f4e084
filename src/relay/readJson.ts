import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { RequestError } from '../errors.ts';
import { ClientLeft } from './ClientLeft.ts';

/**
 * Reads a request's body as JSON.
 *
 * What its content type says is not asked: curl's default is a form, and the body is JSON all the
 * same.
 *
 * **Errors** – {@link RequestError} with OpenAI's sentence: 413 over the limit, 400 for what is not
 * JSON in UTF-8; {@link ClientLeft} when the client is gone.
 */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  return parseJson(await readBytes(request, limitBytes)).json;
}

/**
 * Reads a request's body as it is.
 *
 * **Errors** – {@link RequestError} for a body over the limit or in a content coding;
 * {@link ClientLeft} when the client is gone.
 */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity') {
    throw new RequestError(`Unsupported content encoding: '${coding.slice(0, 40)}'.`);
  }
  return readBody(request, limitBytes);
}

/** A body as text, and what it says. */
export interface ParsedBody {
  readonly text: string;
  readonly json: unknown;
}

/** Fatal: a replacement character in a prompt would be a silent change of what was asked. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** **Errors** – {@link RequestError} for what is not JSON in UTF-8. */
export function parseJson(body: Uint8Array): ParsedBody {
  try {
    const text = utf8.decode(body);
    return { text, json: JSON.parse(text) };
  } catch (cause) {
    throw new RequestError(
      'We could not parse the JSON body of your request. (HINT: This likely means you ' +
        "aren't using your HTTP library correctly. The API expects a JSON payload, but what was " +
        'sent was not valid JSON.)',
      { cause },
    );
  }
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
  } catch (cause) {
    switch (typeOf(cause)) {
      case 'entity.too.large':
        // Paused midway, it would hold the connection: a client that writes all before it reads would
        // never hear of this, and its leaving would not be noticed.
        request.resume();
        throw new RequestError(`Request body is too large: the limit is ${limit} bytes.`, {
          status: 413,
          reason: 'request_too_large',
          cause,
        });
      case 'request.aborted':
        throw new ClientLeft();
      default:
        throw cause;
    }
  }
}

const typeOf = (cause: unknown): unknown =>
  cause instanceof Error && 'type' in cause ? cause.type : undefined;
