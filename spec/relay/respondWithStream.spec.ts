import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { from, Observable, of } from 'rxjs';
import { ProtocolError } from '../../src/errors.ts';
import { latin1 } from '../../src/relay/latin1.ts';
import { openValve } from '../../src/relay/pressure.ts';
import { respondWithStream, type StreamSink } from '../../src/relay/respondWithStream.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

interface Answered {
  /** What was written at once, each as it came over the socket. */
  readonly writes: readonly Buffer[];
  readonly ending: string;
}

/** Answers one request over a socket, and reads what the client is sent. */
async function answered(
  text$: Observable<string | Uint8Array>,
  sink: Partial<StreamSink> = {},
): Promise<Answered> {
  let ending: string | undefined;
  const answer = await sent(text$, sink, '1.1', (how) => (ending = how));
  return { writes: chunksOf(answer), ending: ending ?? 'never asked' };
}

/** All the bytes of an answer. */
async function sent(
  text$: Observable<string | Uint8Array>,
  sink: Partial<StreamSink>,
  version: '1.0' | '1.1',
  onEnd: (ending: string) => void = () => undefined,
): Promise<Buffer> {
  let ending: Promise<string> | undefined;
  const server = createServer((_request, response) => {
    response.setHeader('x-name', 'é');
    ending = respondWithStream(text$, {
      response,
      valve: openValve(),
      writeStallMs: 0,
      onCommit: () => undefined,
      errorFrame: (error) => `failed: ${String(error)}`,
      ...sink,
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`GET / HTTP/${version}\r\nhost: here\r\nconnection: close\r\n\r\n`);
  const reads: Buffer[] = [];
  for await (const read of client) reads.push(read as Buffer);
  onEnd((await ending) ?? 'never asked');
  return Buffer.concat(reads);
}

/** The chunks of an HTTP answer: node makes one of what it is given at once. */
function chunksOf(answer: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let at = answer.indexOf('\r\n\r\n') + 4;
  for (;;) {
    const from = answer.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(answer.toString('latin1', at, from), 16);
    if (Number.isNaN(length)) throw new Error(`not in chunks: ${answer.toString('latin1')}`);
    if (length === 0) return chunks;
    chunks.push(answer.subarray(from, from + length));
    at = from + length + 2;
  }
}

const text = (writes: readonly Buffer[]): string => Buffer.concat(writes).toString();

/** Says texts once it is asked; those after a pause in another turn of the event loop. */
const saying = (texts: readonly (string | typeof PAUSE)[], failure?: Error): Observable<string> =>
  new Observable((subscriber) => {
    void (async () => {
      await turn();
      for (const text of texts) {
        if (text === PAUSE) await turn();
        else subscriber.next(text);
      }
      if (failure) subscriber.error(failure);
      else subscriber.complete();
    })();
  });
const PAUSE = Symbol('pause');

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.tuple(fc.constantFrom('a', 'é', '北', '🙂'), fc.nat(9000)).map(([of, n]) => of.repeat(n)),
  ),
  { maxLength: 12 },
);

describe('respondWithStream', () => {
  it.each([
    ['utf8', (said: string) => said],
    ['latin1', latin1],
  ] as const)('writes every text once and in order, in UTF-8: %s', async (encoding, spell) => {
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const { writes, ending } = await answered(from(some.map(spell)), { encoding });

        expect(text(writes)).toBe(some.join(''));
        expect(ending).toBe('completed');
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  it('writes at once what is said at once, and waits for nothing', async () => {
    const { writes } = await answered(saying(['a', 'b', PAUSE, 'c', PAUSE, 'd', 'e']));

    expect(writes.map(String)).toEqual(['ab', 'c', 'de']);
  });

  it('waits for no more than 16 KiB', async () => {
    const { writes } = await answered(from(Array.from({ length: 40 }, () => 'x'.repeat(1024))));

    expect(writes.map(({ length }) => length / 1024)).toEqual([16, 16, 8]);
  });

  it('keeps the order of texts and bytes', async () => {
    const { writes } = await answered(from(['a', 'b', Buffer.from('c'), 'd']));

    expect(writes.map(String)).toEqual(['ab', 'c', 'd']);
  });

  it.each([
    ['utf8', 'é'],
    ['latin1', latin1('é')],
  ] as const)('says a failure in UTF-8 behind the texts: %s', async (encoding, said) => {
    const { writes, ending } = await answered(saying([said], ProtocolError.incomplete()), {
      encoding,
      errorFrame: () => '北 failed',
    });

    expect(writes.map(String)).toEqual(['é北 failed']);
    expect(ending).not.toBe('completed');
  });

  it.each(['utf8', 'latin1'] as const)(
    'leaves the head as it is for clients that know no chunks: %s',
    async (encoding) => {
      for (const text$ of [of('a'), saying(['a', PAUSE, 'b'])]) {
        const answer = await sent(text$, { encoding }, '1.0');

        expect(answer.toString('latin1')).toMatch(/\r\nx-name: é\r\n[^]*\r\n\r\nab?$/);
      }
    },
  );

  it('writes no empty text: it would be an end', async () => {
    const { writes, ending } = await answered(saying(['', PAUSE, 'a', PAUSE, '', PAUSE, 'b']));

    expect(writes.map(String)).toEqual(['a', 'b']);
    expect(ending).toBe('completed');
  });
});
