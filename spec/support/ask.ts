import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** An answer as a client without any library sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Reads the body to its end; rejects when it breaks off. */
  text(): Promise<string>;
  json(): Promise<unknown>;
  /** For those who read at their own pace, or leave. */
  readonly message: IncomingMessage;
}

export interface Asking {
  /** Settles with the head. */
  readonly answer: Promise<Answer>;
  /** Hangs up, whatever state things are in. */
  leave(): void;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is where it is a text or bytes, as JSON otherwise. */
  readonly body?: unknown;
}

/** Asks over a connection of its own. */
export function ask(url: string, { method, headers = {}, body }: Question = {}): Asking {
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array
      ? body
      : JSON.stringify(body);
  const asking = request(url, {
    method: method ?? (bytes === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...headers },
    agent: new Agent({ keepAlive: true }),
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    asking.once('error', reject).once('response', (message) => {
      const text = async () => {
        const parts: Buffer[] = [];
        for await (const part of message) parts.push(part as Buffer);
        return Buffer.concat(parts).toString();
      };
      resolve({
        status: message.statusCode ?? 0,
        headers: message.headers,
        text,
        json: async () => JSON.parse(await text()) as unknown,
        message,
      });
    });
  });
  answer.catch(() => undefined);
  asking.end(bytes);
  return {
    answer,
    leave: () => {
      asking.destroy();
    },
  };
}

/** The data of the frames of an event stream. */
export const framesOf = (stream: string): readonly string[] =>
  stream
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => frame.slice('data: '.length));
