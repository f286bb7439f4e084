import { isDeepStrictEqual } from 'node:util';
import type { ClaudeStream } from '../fixture/claudeStream.ts';
import { toWire } from '../fixture/toWire.ts';
import type { Fleet, Runner } from '../harness/fleet.ts';
import { toldIn } from '../wire/toldIn.ts';

/** What is asked for, where it is not the bench's usual request. */
interface Checked {
  /** Length of the right answer's body, in bytes. */
  readonly bodyBytes: number;
  readonly faults: readonly string[];
}

/**
 * Reads one answer whole and compares all of it with what was said upstream.
 *
 * Under load only lengths are compared: that is enough once one answer is known to be right, since
 * every answer is the same.
 */
export async function checkAnswer(
  { client }: Fleet,
  runner: Runner,
  stream: ClaudeStream,
  request: Uint8Array = runner.request(),
): Promise<Checked> {
  const { status, bodyBytes, body } = await client.ask('read', { port: runner.port, request });
  const faults = [];
  if (status !== 200) faults.push(`status ${status}: ${body.slice(0, 200)}`);
  else if (runner.speaks === 'claude') {
    if (body !== toWire(stream.events)) faults.push('bytes differ');
  } else {
    const told = toldIn(body);
    if (told.text !== stream.text) faults.push('text differs');
    if (!isDeepStrictEqual(told.tools, stream.tools)) faults.push('tool calls differ');
    if (told.finish !== 'tool_calls') faults.push(`finish_reason ${told.finish}`);
    if (!told.done) faults.push('no [DONE]');
  }
  return { bodyBytes, faults: faults.map((fault) => `${runner.name}: ${fault}`) };
}
