import { afterEach, describe, expect, it } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import {
  claude,
  type FakeClaude,
  fakeClaude,
  type Script,
  scripts,
  toSse,
} from '../../src/testing/index.ts';
import { settled } from '../support/settled.ts';

const events = claude.message('end_turn', claude.textStart(0), claude.text(0, 'Grüße 👋'));
const open: FakeClaude[] = [];

async function started(...all: readonly [Script, ...Script[]]): Promise<FakeClaude> {
  const fake = await fakeClaude(...all);
  open.push(fake);
  return fake;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

/** Sends a request and gives the answer's head; its body is left to be read. */
const post = ({ url }: FakeClaude, body = '{}'): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/messages`, { method: 'POST', headers: { 'x-api-key': 'k' } });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of answer) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString();
}

/** Reads until it breaks, and tells what was read and how it broke. */
async function brokenBody(answer: IncomingMessage): Promise<{ text: string; code: unknown }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of answer) parts.push(part as Uint8Array);
  } catch (error) {
    return { text: Buffer.concat(parts).toString(), code: (error as NodeJS.ErrnoException).code };
  }
  throw new Error('it did not break');
}

describe('fakeClaude', () => {
  it('says events and remembers what it was asked', async () => {
    const fake = await started(scripts.says(events, 3, 200));
    const answer = await post(fake, '{"model":"claude-test"}');

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(await bodyOf(answer)).toBe(toSse(events));

    const call = await fake.call();
    expect(call).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      headers: { 'x-api-key': 'k' },
      body: { model: 'claude-test' },
      written: Buffer.byteLength(toSse(events)),
    });
    expect(await call.closed).toBe('answered');
    await call.played;
  });

  it('plays one script a request, and the last one ever after', async () => {
    const fake = await started(
      scripts.answers(529, { type: 'error' }, { 'retry-after': '1' }),
      scripts.says('data: x\n\n'),
    );

    const first = await post(fake);
    expect([first.statusCode, first.headers['retry-after']]).toEqual([529, '1']);
    expect(await bodyOf(first)).toBe('{"type":"error"}');
    expect(await bodyOf(await post(fake))).toBe('data: x\n\n');
    expect(await bodyOf(await post(fake))).toBe('data: x\n\n');
    expect(fake.calls).toHaveLength(3);
  });

  it('breaks off after so many bytes', async () => {
    const fake = await started(scripts.breaksOff('data: hello\n\n', 7));
    const { text, code } = await brokenBody(await post(fake));

    expect([text, code]).toEqual(['data: h', 'ECONNRESET']);
    expect(await fake.calls[0]?.closed).toBe('broken');
  });

  it('resets the connection, before the head or after some of the body', async () => {
    const fake = await started(scripts.resets(), scripts.resets('data: x\n\n'));

    await expect(post(fake)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await brokenBody(await post(fake))).code).toBe('ECONNRESET');
    expect(await fake.calls[1]?.closed).toBe('broken');
  });

  it('hangs before the head, until the caller leaves', async () => {
    const fake = await started(scripts.hangs());
    const sent = request(fake.url, { method: 'POST' });
    sent.on('error', () => undefined);
    sent.end();
    const call = await fake.call();
    sent.destroy();

    expect(await call.closed).toBe('left');
    expect(call.written).toBe(0);
    await call.played;
  });

  it('hangs midway, until the caller leaves', async () => {
    const fake = await started(scripts.hangsAfter('data: x\n\n'));
    const answer = await post(fake);
    const first = await new Promise((resolve) => answer.once('data', resolve));
    answer.on('error', () => undefined).destroy();

    expect(String(first)).toBe('data: x\n\n');
    expect(await fake.calls[0]?.closed).toBe('left');
  });

  it('pours no more than is taken, and ends when told to', async () => {
    const drop = 'data: drop\n\n'.repeat(1000);
    const fake = await started(scripts.pours('data: a\n\n', drop, 'data: z\n\n'));
    const answer = await post(fake);
    const call = await fake.call();

    const stalled = await settled(() => call.written);
    expect(stalled).toBeGreaterThan(drop.length);
    expect(await settled(() => call.written)).toBe(stalled);

    answer.once('data', () => {
      call.stop();
    });
    const body = await bodyOf(answer);
    expect(body.startsWith('data: a\n\ndata: drop\n\n')).toBe(true);
    expect(body.endsWith('data: z\n\n')).toBe(true);
    expect(body).toHaveLength(call.written);
    expect(await call.closed).toBe('answered');
  });

  it('closes with all its connections, whatever they are at', async () => {
    const fake = await started(
      scripts.pours('', 'data: drop\n\n'.repeat(1000), ''),
      scripts.hangs(),
    );
    const answer = await post(fake);
    const other = post(fake).catch((error: unknown) => error);
    await fake.call(1);
    await fake.close();

    expect((await brokenBody(answer)).code).toBe('ECONNRESET');
    expect(await other).toMatchObject({ code: 'ECONNRESET' });
    open.length = 0;
  });
});
