import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concat, NEVER, of, throwError } from 'rxjs';
import type { Capture } from '../../src/capture/Capture.ts';
import { readCapture } from '../../src/capture/readCapture.ts';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import type { Channel, NativeCall } from '../../src/channels/Channel.ts';
import { recorded, type RecordOptions } from '../../src/channels/recorded.ts';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { ConnectionError } from '../../src/errors.ts';
import {
  claude,
  type FakeClaude,
  fakeClaude,
  type Script,
  scripts,
  toSse,
} from '../../src/testing/index.ts';
import { anyBody, listenTo } from '../support/listenTo.ts';
import { until } from '../support/settled.ts';

const { blockStop, message, ping, streamError, text, textStart } = claude;
const greeting = message('end_turn', textStart(0), text(0, 'Grüße 🙂'), blockStop(0));

let directory = '';
const open: FakeClaude[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'marblegate-recorded-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
  await rm(directory, { recursive: true });
});

async function recordedClaude(
  script: Script,
  options: Partial<RecordOptions> = {},
): Promise<Channel> {
  const fake = await fakeClaude(script);
  open.push(fake);
  const channel = anthropicChannel({ baseUrl: fake.url, apiKey: 'a-key-that-looks-like-none' });
  return recorded(channel, { directory, ...options });
}

const files = async (): Promise<readonly string[]> =>
  Promise.all(
    (await readdir(directory)).sort().map((name) => readFile(join(directory, name), 'utf8')),
  );

async function onlyCapture(): Promise<Capture> {
  const [file = '', ...others] = await files();
  expect(others).toEqual([]);
  return readCapture(file);
}

const saidIn = ({ reads }: Capture): string =>
  Buffer.concat(reads.map(({ bytes }) => bytes)).toString();

/** A channel that is not of ours: it knows nothing of bytes. */
const channelThatSays = (...events: readonly ClaudeEvent[]): Channel => ({
  name: 'other',
  messages: () => of(...events),
  models: () => of([]),
});

describe('recorded', () => {
  it('writes what the upstream said, byte for byte, and passes it on', async () => {
    const channel = await recordedClaude(scripts.says(greeting, 17, 130));
    const { events, heads, over } = listenTo(channel);

    expect(await over).toBe('completed');
    expect(events).toEqual(greeting);
    expect(heads).toHaveLength(1);
    const capture = await onlyCapture();
    expect(saidIn(capture)).toBe(toSse(greeting));
    expect(capture).toMatchObject({
      model: anyBody.model,
      request: anyBody,
      head: { status: 200, contentType: 'text/event-stream; charset=utf-8' },
      ending: { how: 'end' },
    });
    const times = [...capture.reads, capture.ending].map((read) => read?.atMs ?? -1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('writes a file for each request, named by time and model, for its owner only', async () => {
    const channel = await recordedClaude(scripts.says(greeting));
    await listenTo(channel).over;
    await listenTo(channel, { body: { ...anyBody, model: '../evil/модель' } }).over;
    const names = (await readdir(directory)).sort();

    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-claude-opus-5-\d+-[0-9a-f]{6}\.sse$/);
    expect(names[1]).toMatch(/Z-\.\.-evil--\d+-[0-9a-f]{6}\.sse$/);
    const { mode } = await stat(join(directory, names[0] ?? ''));
    expect(mode & 0o777).toBe(0o600);
  });

  it('writes no key: neither the relay’s, nor the client’s, nor one that is quoted', async () => {
    const quoted = 'sk-ant-api03-quoted-by-claude-0123456789';
    const channel = await recordedClaude(
      scripts.says(message('end_turn', textStart(0), text(0, `${quoted} and hunter2-hunter2`))),
      { secrets: ['hunter2-hunter2'] },
    );
    const { over } = listenTo(channel, {
      clientKey: 'the-clients-own-key',
      headers: { 'x-something': 'the-clients-own-key' },
      body: { ...anyBody, metadata: { user_id: 'the-clients-own-key' } },
    });
    await over;

    const [file = ''] = await files();
    expect(file).toContain('content_block_delta');
    for (const secret of [quoted, 'hunter2', 'the-clients-own-key', 'looks-like-none']) {
      expect(file).not.toContain(secret);
    }
  });

  it('keeps the shape alone where bodies are not wanted', async () => {
    const channel = await recordedClaude(scripts.says(greeting), { bodies: false });
    await listenTo(channel).over;

    const [file = ''] = await files();
    expect(file).not.toContain('Grüße');
    expect(file).not.toContain('Hello');
    const capture = await onlyCapture();
    expect(saidIn(capture)).toBe(
      toSse(message('end_turn', textStart(0), text(0, 'xxxxx 🙂'), blockStop(0))),
    );
    expect(capture.request).toBeUndefined();
  });

  it('says that the upstream refused', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const channel = await recordedClaude(scripts.answers(529, error));
    await listenTo(channel).over;

    expect(await onlyCapture()).toMatchObject({
      reads: [],
      ending: {
        how: 'error',
        error: {
          name: 'UpstreamError',
          type: 'overloaded_error',
          status: 529,
          message: 'Overloaded',
        },
      },
    });
  });

  it('says that the connection broke, after what had come', async () => {
    const channel = await recordedClaude(scripts.breaksOff(greeting, 300));
    await listenTo(channel).over;
    const capture = await onlyCapture();

    expect(saidIn(capture)).toBe(Buffer.from(toSse(greeting)).subarray(0, 300).toString());
    expect(capture.ending).toMatchObject({ how: 'error', error: { name: 'ConnectionError' } });
  });

  it('says that the reader left; not so after the last word', async () => {
    const channel = await recordedClaude(scripts.hangsAfter([...greeting.slice(0, 3), ping()]));
    const early = listenTo(channel);
    await until(() => early.events.length === 4);
    early.leave();
    expect((await onlyCapture()).ending?.how).toBe('left');

    await rm(directory, { recursive: true });
    const other = await recordedClaude(scripts.hangsAfter(greeting));
    const late = listenTo(other);
    await until(() => late.events.length === greeting.length);
    late.leave();
    expect((await onlyCapture()).ending?.how).toBe('end');
  });

  it('tells as events what another channel says', async () => {
    await listenTo(recorded(channelThatSays(...greeting), { directory })).over;

    expect(saidIn(await onlyCapture())).toBe(toSse(greeting));
  });

  it('tells as events what came in one piece', async () => {
    const whole = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const channel = await recordedClaude(scripts.answers(200, whole));
    const { events, over } = listenTo(channel);
    await over;

    expect(saidIn(await onlyCapture())).toBe(toSse(events));
  });

  it('keeps of several attempts what was passed on', async () => {
    const tried: Channel = {
      name: 'tried',
      models: () => of([]),
      messages: (call) => {
        const encoder = new TextEncoder();
        call.onAttempt?.({ channel: 'first' });
        call.onBytes?.(encoder.encode(toSse([claude.streamError('overloaded_error', 'No')])));
        call.onAttempt?.({ channel: 'first', error: new ConnectionError('No') });
        call.onAttempt?.({ channel: 'second' });
        call.onBytes?.(encoder.encode(toSse(greeting)));
        call.onHead({ status: 200, headers: {} });
        return of(...greeting);
      },
    };
    await listenTo(recorded(tried, { directory })).over;

    expect(saidIn(await onlyCapture())).toBe(toSse(greeting));
  });

  it('leaves requests alone when nothing can be written', async () => {
    const failures: unknown[] = [];
    const channel = await recordedClaude(scripts.says(greeting), {
      onFailure: (error) => failures.push(error),
    });
    await rm(directory, { recursive: true });
    const { events, over } = listenTo(channel);

    expect(await over).toBe('completed');
    expect(events).toEqual(greeting);
    expect(failures).toMatchObject([{ code: 'ENOENT' }]);
    await rm((directory = await mkdtemp(join(tmpdir(), 'marblegate-recorded-'))), {
      recursive: true,
    });
    recorded(channelThatSays(), { directory });
  });

  it('is the channel it was in all else', () => {
    const channel = replayChannel({ paceMs: 0 });
    const taped = recorded(
      { ...channel, conversionFor: (model) => ({ apiVersion: model }), describe: () => undefined },
      { directory },
    );

    expect(taped.name).toBe('replay');
    expect(taped.native).toBeUndefined();
    expect(taped.conversionFor?.('x')).toEqual({ apiVersion: 'x' });
    expect(taped.describe?.({ body: anyBody, betas: [], headers: {} })).toBeUndefined();
    expect(listenTo(recorded({ ...channel, messages: () => NEVER }, { directory })).events).toEqual(
      [],
    );
  });

  describe('for native clients', () => {
    const native = (call: Partial<NativeCall> = {}): NativeCall => ({
      body: anyBody,
      betas: [],
      headers: {},
      demand$: of(true),
      onHead: () => undefined,
      endpoint: '/v1/messages',
      query: '',
      bytes: Buffer.from(JSON.stringify(anyBody)),
      ...call,
    });

    async function answerOf(channel: Channel, call: NativeCall): Promise<string> {
      const pieces: (Uint8Array | string)[] = [];
      await new Promise<void>((resolve, reject) => {
        channel
          .native?.(call)
          .subscribe({ next: (it) => pieces.push(it), error: reject, complete: resolve });
      });
      return Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();
    }

    it('writes the bytes that pass', async () => {
      const channel = await recordedClaude(scripts.says(greeting, 40));

      expect(await answerOf(channel, native())).toBe(toSse(greeting));
      expect(saidIn(await onlyCapture())).toBe(toSse(greeting));
    });

    it('masks them where bodies are not wanted', async () => {
      const channel = await recordedClaude(scripts.says(greeting), { bodies: false });

      expect(await answerOf(channel, native())).toBe(toSse(greeting));
      expect(saidIn(await onlyCapture())).toContain('xxxxx 🙂');
    });

    it('has an error that Claude tells itself on it once, bodies or not', async () => {
      for (const bodies of [true, false]) {
        // No blank line at its end, as some servers have it.
        const failing = toSse([...greeting.slice(0, 3), streamError('overloaded_error', 'Oh')]);
        const fake = await fakeClaude(scripts.says(failing.slice(0, -2)));
        open.push(fake);
        const channel = recorded(anthropicChannel({ baseUrl: fake.url }), { directory, bodies });

        await expect(answerOf(channel, native())).rejects.toThrow('Oh');
        const { ending, ...capture } = await onlyCapture();

        expect(ending).toMatchObject({ how: 'end' });
        expect(saidIn(capture).match(/event: error/g)).toHaveLength(1);
        await rm(directory, { recursive: true });
        await mkdir(directory);
      }
    });

    it('tells a message in one piece as events, and counts no tokens', async () => {
      const whole = {
        id: 'msg_1',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
      };
      const channel = await recordedClaude(scripts.answers(200, whole));
      const body = { ...anyBody, stream: false } as never;
      await answerOf(channel, native({ body }));
      await answerOf(channel, native({ body, endpoint: '/v1/messages/count_tokens' }));

      expect(saidIn(await onlyCapture())).toContain('"text":"Hi"');
    });
  });

  it('throws where the directory cannot be made', () => {
    expect(() => recorded(channelThatSays(), { directory: '/dev/null/captures' })).toThrow(
      'ENOTDIR',
    );
  });

  it('says what failed before anything came', async () => {
    const failing: Channel = {
      ...channelThatSays(),
      messages: () =>
        concat(
          of(ping()),
          throwError(() => new TypeError('oops')),
        ),
    };
    await listenTo(recorded(failing, { directory })).over;

    expect((await onlyCapture()).ending?.error).toEqual({ name: 'TypeError', message: 'oops' });
  });
});
