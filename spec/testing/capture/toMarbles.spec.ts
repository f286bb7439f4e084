import { describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import type { Capture, CapturedEnding } from '../../../src/capture/Capture.ts';
import type { ClaudeEvent } from '../../../src/claude/events.ts';
import { claudeToOpenAI } from '../../../src/operators/index.ts';
import {
  claude,
  drawMarbles,
  readCapture,
  scenarioNames,
  replay,
  toMarbles,
  toSse,
  toSseBytes,
  outcome,
} from '../../../src/testing/index.ts';
import { marbles } from '../../support/marbles.ts';

const { blockStop, json, message, messageDelta, messageStart, messageStop, ping, streamError } =
  claude;
const { text, textStart, toolStart } = claude;

/** A capture of events, each in one read at its time. */
const captured = (
  ending: CapturedEnding | undefined,
  ...events: readonly (readonly [atMs: number, event: ClaudeEvent])[]
): Capture => ({
  reads: events.map(([atMs, event]) => ({ atMs, bytes: toSseBytes([event]) })),
  ...(ending !== undefined && { ending }),
});

const call = captured(
  { atMs: 32, how: 'end' },
  [5, messageStart()],
  [6, textStart(0)],
  [10, text(0, 'Hi')],
  [12, text(0, '!')],
  [13, blockStop(0)],
  [20, toolStart(1, 'f')],
  [22, json(1, '{}')],
  [25, blockStop(1)],
  [28, messageDelta('tool_use')],
  [30, messageStop()],
);

describe('toMarbles', () => {
  it('draws what was said and what it became, letter by letter', () => {
    const { columnMs, claude: said, openai } = toMarbles(call);

    expect(columnMs).toBe(1);
    expect([said.diagram, openai.diagram]).toEqual([
      '-----ST---t-d.------A-a--e--U-X---|',
      '-----S----t-d-------A-a-------(X|)',
    ]);
    expect(said.alphabet['d']).toEqual(text(0, '!'));
    expect(openai.alphabet['d']?.choices[0]?.delta).toEqual({ content: '!' });
    expect(Object.keys(openai.alphabet)).toEqual(['S', 't', 'd', 'A', 'a', 'X']);
  });

  it('gives what came at once columns of its own, and waits for a group to be over', () => {
    const usage = claudeToOpenAI({ includeUsage: true });
    const atOnce: Capture = {
      reads: [{ atMs: 2, bytes: toSseBytes(message('end_turn', textStart(0), text(0, 'Hi'))) }],
      ending: { atMs: 2, how: 'end' },
    };
    const { claude: said, openai } = toMarbles(atOnce, usage);

    expect([said.diagram, openai.diagram]).toEqual(['--STtDX----|', '--S-t-(X$|)']);
  });

  it('takes coarser columns for what took longer, and tells long silences in numbers', () => {
    const slow = captured(
      { atMs: 60_000, how: 'end' },
      [10_000, messageStart()],
      [59_000, messageDelta('end_turn')],
      [60_000, messageStop()],
    );
    const { columnMs, claude: said, openai } = toMarbles(slow);

    expect(columnMs).toBe(1000);
    expect(said.diagram).toBe('----------S 48ms DX---|');
    expect(openai.diagram).toBe('----------S 48ms -(X|)');
  });

  it('ends where the capture ends: in an error, cut short, or not at all', () => {
    const error = { name: 'ConnectionError', message: 'The connection was reset.' };
    const reset = toMarbles(captured({ atMs: 4, how: 'error', error }, [1, messageStart()]));
    expect([reset.claude.diagram, reset.openai.diagram]).toEqual(['-S--#', '-S--#']);
    expect(reset.openai.error).toMatchObject({ ...error, code: 'ERR_RELAY_CONNECTION' });

    const cut = toMarbles(captured({ atMs: 4, how: 'end' }, [1, messageStart()]));
    expect([cut.claude.diagram, cut.openai.diagram]).toEqual(['-S--|', '-S--#']);
    expect(cut.openai.error).toMatchObject({ code: 'ERR_RELAY_PROTOCOL' });
    expect(cut.claude.error).toBeUndefined();

    const left = toMarbles(captured({ atMs: 4, how: 'left' }, [1, messageStart()]));
    expect([left.claude.diagram, left.openai.diagram]).toEqual(['-S', '-S']);

    const failed = toMarbles(
      captured({ atMs: 9, how: 'left' }, [1, messageStart()], [3, streamError('api_error', 'Oh')]),
    );
    expect([failed.claude.diagram, failed.openai.diagram]).toEqual(['-S-E', '-S-#']);
    expect(failed.openai.error).toMatchObject({ message: 'Oh', type: 'api_error' });
  });

  it.each([
    ['UpstreamError', { type: 'overloaded_error', status: 529 }],
    ['TimeoutError', {}],
    ['ConnectionError', {}],
    ['ProtocolError', { reason: 'invalid' }],
  ] as const)('fails again with %s', (name, details) => {
    const error = { name, message: 'No.', ...details };
    const { claude: said } = toMarbles({ reads: [], ending: { atMs: 3, how: 'error', error } });

    expect(said.diagram).toBe('---#');
    expect(said.error).toMatchObject(error);
  });

  it('ends where the bytes cannot be read', () => {
    const { claude: said, openai } = toMarbles(readCapture('data: no JSON\n\n'));

    expect([said.diagram, openai.diagram]).toEqual(['#', '#']);
    expect(said.error).toMatchObject({ code: 'ERR_RELAY_PROTOCOL' });
  });

  it('takes any conversion', () => {
    const { openai } = toMarbles(call, (events$) =>
      events$.pipe(
        claudeToOpenAI(),
        map((chunk) => ({ ...chunk, model: 'other' })),
      ),
    );

    expect(Object.values(openai.alphabet).every(({ model }) => model === 'other')).toBe(true);
  });

  it('gives equal values one letter, and different ones different letters', () => {
    const words = [ping(), text(0, 'a'), ping(), text(0, 'b'), text(0, 'a')];
    const { claude: said, openai } = toMarbles(readCapture(toSse([messageStart(), ...words])));

    expect([said.diagram, openai.diagram]).toEqual(['Sptpdt|', 'S-t-dt#']);
  });

  it('has letters for a thousand different words', () => {
    const words = Array.from({ length: 1500 }, (_, nth) => text(0, `w${nth}`));
    const { claude: said } = toMarbles(
      readCapture(toSse(message('end_turn', textStart(0), ...words))),
    );

    expect(Object.keys(said.alphabet)).toHaveLength(1504);
  });

  it.each(scenarioNames)('makes a marble test of the scenario %s that holds', (scenario) => {
    const { values, error } = outcome(replay(scenario));
    const ending: CapturedEnding =
      error instanceof Error
        ? { atMs: 700, how: 'error', error: { name: error.name, message: error.message } }
        : { atMs: 700, how: 'end' };
    const made = toMarbles(
      captured(ending, ...values.map((event, nth) => [nth * 7, event] as const)),
    );

    marbles(({ cold, expectObservable }) => {
      const claude$ = cold(made.claude.diagram, made.claude.alphabet, made.claude.error);
      expectObservable(claude$.pipe(claudeToOpenAI())).toBe(
        made.openai.diagram,
        made.openai.alphabet,
        made.openai.error,
      );
    })();
  });
});

describe('drawMarbles', () => {
  it('draws kinds of events, and says what they are', () => {
    expect(drawMarbles(call).split('\n')).toEqual([
      'one column is 1 ms',
      '',
      '   0 ms  claude  -----ST---t-t.------A-a--.--U-X---|',
      '         openai  -----S----t-t-------A-a-------(X|)',
      '',
      '  S  message of claude-test starts  role',
      '  T  text opens',
      '  t  text ×2                        content ×2',
      '  .  block closes ×2',
      '  A  tool f opens                   tool_calls[0] f',
      '  a  tool f input                   tool_calls[0] input',
      '  U  stop: tool_use',
      '  X  message stops                  finish: tool_calls',
    ]);
  });

  it('says what an error was, once if both are the same', () => {
    const error = { name: 'ConnectionError', message: 'Reset.' };

    expect(drawMarbles({ reads: [], ending: { atMs: 1, how: 'error', error } })).toContain(
      '\n  #  ConnectionError: Reset.',
    );
  });

  it('breaks lines at the width of the paper, and gives each its time', () => {
    const words = Array.from({ length: 60 }, (_, nth) => [nth * 10, text(0, 'la')] as const);
    const lines = drawMarbles(
      captured({ atMs: 600, how: 'left' }, [0, messageStart()], [0, textStart(0)], ...words),
      {
        width: 60,
      },
    ).split('\n');

    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    const times = lines
      .flatMap((line) => /^ +(\d+) ms {2}claude/.exec(line)?.[1] ?? [])
      .map(Number);
    expect(times[0]).toBe(0);
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('counts pings as what they are', () => {
    expect(drawMarbles(captured(undefined, [0, ping()], [3, ping()]))).toContain('  p  ping ×2');
  });
});
