import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capture } from '../../../src/capture/Capture.ts';
import {
  claude,
  readCapture,
  toMarbleSpec,
  toSse,
  toSseBytes,
} from '../../../src/testing/index.ts';

const { blockStop, json, message, messageStart, ping, streamError, text, textStart, toolStart } =
  claude;

const talk = toSse(
  message(
    'tool_use',
    ping(),
    textStart(0),
    text(0, 'It’s “so”: $' + '{x} `y` \\ \u2028'),
    blockStop(0),
    toolStart(1, 'f', '__proto__'),
    json(1, '{"__proto__":1}'),
    blockStop(1),
  ),
);
const failing: Capture = {
  reads: [{ atMs: 5, bytes: toSseBytes([messageStart(), textStart(0), text(0, 'We')]) }],
  ending: {
    atMs: 30,
    how: 'error',
    error: { name: 'UpstreamError', message: "It's\nbroken", type: 'api_error', status: 500 },
  },
};
const overloaded = readCapture(
  toSse([messageStart(), streamError('overloaded_error', 'Overloaded')]),
);

let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'marblegate-specs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs this project's Jest over a directory; gives what it said. */
const runJest = (): Promise<{ readonly failed: boolean; readonly said: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        '--experimental-vm-modules',
        'node_modules/jest/bin/jest.js',
        '--roots',
        directory,
        '--runInBand',
      ],
      { timeout: 60_000, env: { ...process.env, NODE_OPTIONS: '' } },
      (error, stdout, stderr) => {
        resolve({ failed: error !== null, said: `${stdout}${stderr}` });
      },
    );
  });

describe('toMarbleSpec', () => {
  it('writes specs that hold, and fail readably when the conversion changes', async () => {
    const spec = toMarbleSpec(readCapture(talk), { name: "talk's.sse\n*/ x" });
    await Promise.all([
      writeFile(join(directory, 'talk.spec.ts'), spec),
      writeFile(join(directory, 'failing.spec.ts'), toMarbleSpec(failing, { name: 'failing' })),
      writeFile(
        join(directory, 'overload.spec.ts'),
        toMarbleSpec(overloaded, { name: 'overload' }),
      ),
    ]);
    const { failed, said } = await runJest();
    expect(said).toContain('3 passed');
    expect(failed).toBe(false);

    await writeFile(
      join(directory, 'talk.spec.ts'),
      spec.replace('"finish_reason":"tool_calls"', '"finish_reason":"stop"'),
    );
    const changed = await runJest();
    expect(changed.failed).toBe(true);
    expect(changed.said).toContain('1 failed');
    expect(changed.said).toMatch(/-\s+"S--t-Aa--\(X\|\)",\s+\+\s+"S--t-Aa--\(\?\|\)"/);
  }, 120_000);

  it('says whether it fails, and with what', () => {
    expect(toMarbleSpec(readCapture(talk), { name: 'x' })).toContain(
      "it(\n    'says it as it did'",
    );
    const spec = toMarbleSpec(failing, { name: 'x' });
    expect(spec).toContain("it(\n    'fails as it did'");
    expect(spec).toContain(
      "new UpstreamError('It\\'s\\nbroken', { type: 'api_error', status: 500 })",
    );
  });

  it('writes no types where there can be none', () => {
    expect(toMarbleSpec(failing, { name: 'x', types: false })).not.toMatch(/Alphabet|\btype /);
  });
});
