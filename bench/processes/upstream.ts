import { createServer, type Socket } from 'node:net';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { claudeStream, closes, ending, opens, says, start } from '../fixture/claudeStream.ts';
import { toFrame, toWire } from '../fixture/toWire.ts';
import { nowUs } from '../harness/clock.ts';
import { onDuty } from '../harness/duties.ts';
import { listening } from '../harness/listening.ts';
import { RequestReader } from '../wire/RequestReader.ts';
import type { Behaviour, UpstreamDuties } from '../duties/UpstreamDuties.ts';
import { stamped } from '../fixture/stamp.ts';

// Claude, as far as a bench needs it: prepared bytes on a bare socket, so that this process costs
// far less than what it feeds.

const HEAD = Buffer.from(
  [
    'HTTP/1.1 200 OK',
    'content-type: text/event-stream; charset=utf-8',
    'cache-control: no-cache',
    'request-id: req_01BenchBenchBenchBenchBe',
    'anthropic-ratelimit-requests-limit: 4000',
    'anthropic-ratelimit-requests-remaining: 3999',
    'anthropic-ratelimit-requests-reset: 2026-01-01T00:00:00Z',
    'transfer-encoding: chunked',
    '\r\n',
  ].join('\r\n'),
);
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

const chunk = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
};
const chunkOf = (...events: readonly ClaudeEvent[]): Buffer =>
  chunk(events.map((event) => toFrame(event)).join(''));
const text = (said: string): ClaudeEvent => says(0, { type: 'text_delta', text: said });

const OPENING = Buffer.concat([HEAD, chunkOf(start(), opens(0, { type: 'text', text: '' }))]);
const ENDING = Buffer.concat([chunkOf(closes(0), ...ending('end_turn', 99)), LAST_CHUNK]);
const FIREHOSE = chunkOf(...Array<ClaudeEvent>(8).fill(text('x'.repeat(4000))));

/** One answer under way: told to `stop`, it says nothing any more. */
interface Said {
  stop(): void;
}

let behaviour: Behaviour = { kind: 'silent' };
let burst = Buffer.alloc(0);
const tally = { open: 0, left: 0, lastLeftUs: 0, bytes: 0 };

function answer(socket: Socket, isDone: () => void): Said {
  switch (behaviour.kind) {
    case 'burst':
      socket.write(burst);
      isDone();
      return { stop: () => undefined };
    case 'paced':
      return pacing(socket, behaviour.everyMs);
    case 'firehose':
      return flooding(socket, behaviour.bytes, isDone);
    case 'silent':
      socket.write(Buffer.concat([OPENING, chunkOf(stamped(nowUs()))]));
      return { stop: () => undefined };
  }
}

function pacing(socket: Socket, everyMs: number): Said {
  socket.write(Buffer.concat([OPENING, chunkOf(stamped(nowUs()))]));
  const tick = () => {
    socket.write(chunkOf(stamped(nowUs())));
    timer = setTimeout(tick, everyMs);
  };
  // Spread over the interval, or all streams would speak at once.
  let timer = setTimeout(tick, Math.random() * everyMs);
  return {
    stop: () => {
      clearTimeout(timer);
    },
  };
}

function flooding(socket: Socket, total: number, isDone: () => void): Said {
  let stopped = false;
  let offered = 0;
  const before = tally.bytes;
  const count = () => {
    tally.bytes = before + offered - socket.writableLength;
  };
  const timer = setInterval(count, 20);
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  const pour = () => {
    while (!stopped && offered < total) {
      offered += FIREHOSE.length;
      if (!socket.write(FIREHOSE)) {
        socket.once('drain', pour);
        return;
      }
    }
    if (stopped) return;
    count();
    stop();
    socket.write(ENDING);
    isDone();
  };
  socket.write(OPENING);
  pour();
  return { stop };
}

function serve(socket: Socket): void {
  const requests = new RequestReader();
  let said: Said | undefined;
  let answering = false;
  const isDone = () => {
    answering = false;
    tally.open--;
  };
  const isLeft = () => {
    said?.stop();
    if (!answering) return;
    isDone();
    tally.left++;
    tally.lastLeftUs = nowUs();
  };
  socket.on('data', (bytes) => {
    for (let complete = requests.read(bytes); complete > 0; complete--) {
      answering = true;
      tally.open++;
      said = answer(socket, isDone);
    }
  });
  socket.on('end', isLeft).on('close', isLeft).on('error', isLeft);
}

const port = listening(createServer({ noDelay: true }, serve));

onDuty({
  port: () => port,
  behave(told) {
    behaviour = told;
    Object.assign(tally, { left: 0, lastLeftUs: 0, bytes: 0 });
    if (told.kind === 'burst') {
      burst = Buffer.concat([HEAD, chunk(toWire(claudeStream(told.events).events)), LAST_CHUNK]);
    }
  },
  tally: () => ({ ...tally }),
} satisfies UpstreamDuties);
