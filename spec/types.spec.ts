/** What does not compile. `npm run typecheck` is what proves it; running these proves the rest. */
import { describe, expect, it } from '@jest/globals';
import { EMPTY, type Observable } from 'rxjs';
import type { ClaudeEvent, ClaudeEventOf } from '../src/claude/events.ts';
import {
  answer,
  customInput,
  type Fold,
  messageHead,
  stopReason,
  tokenUsage,
  type ToolIndex,
  toolIndex,
} from '../src/folds/index.ts';
import type { OpenAIChunk, OpenAIDelta } from '../src/openai/chunks.ts';
import {
  claudeToOpenAI,
  completeToolInput,
  decodeSse,
  encodeSse,
  mapMany,
  parseEvents,
  toChunks,
  toCompletion,
  track,
} from '../src/operators/index.ts';
import {
  claude,
  emitted,
  fakeClaude,
  readCapture,
  replay,
  scripts,
  toMarbles,
} from '../src/testing/index.ts';
import { marbles } from './support/marbles.ts';

const claude$: Observable<ClaudeEvent> = EMPTY;
const chunks$: Observable<OpenAIChunk> = EMPTY;
const bytes$: Observable<Uint8Array> = EMPTY;

/** Everything the mapping needs; a spec takes one away. */
const folds = {
  messageHead,
  toolIndex,
  answer: answer(),
  customInput: customInput(new Set()),
  stopReason,
  tokenUsage,
};

const without = <Name extends keyof typeof folds>(name: Name) =>
  Object.fromEntries(Object.entries(folds).filter(([other]) => other !== name)) as Omit<
    typeof folds,
    Name
  >;

describe('types', () => {
  it('refuse a pipeline that forgot a fold', () => {
    void claude$.pipe(track(folds), toChunks());

    // @ts-expect-error – nobody said which message
    void claude$.pipe(track(without('messageHead')), toChunks());
    // @ts-expect-error – nobody said which tool call
    void claude$.pipe(track(without('toolIndex')), toChunks());
    // @ts-expect-error – nobody said where the answer stands
    void claude$.pipe(track(without('answer')), toChunks());
    // @ts-expect-error – nobody collected the input of free-form tools
    void claude$.pipe(track(without('customInput')), toChunks());
    // @ts-expect-error – nobody said why it ended
    void claude$.pipe(track(without('stopReason')), toChunks());
    // @ts-expect-error – nobody said what it cost
    void claude$.pipe(track(without('tokenUsage')), toChunks());
    // @ts-expect-error – nobody tracked anything
    void claude$.pipe(toChunks());

    expect(emitted(claude$.pipe(track(folds), toChunks()))).toEqual([]);
  });

  it('refuse a fold in the place of another, and the name of the event', () => {
    // @ts-expect-error – a tool index is no message head
    void claude$.pipe(track({ ...folds, messageHead: toolIndex }), toChunks());
    // @ts-expect-error – the name is taken
    void claude$.pipe(track({ event: toolIndex }));
  });

  it('know what was tracked', () => {
    const indexes = emitted(claude$.pipe(track({ toolIndex }))).map(
      ({ toolIndex }): ToolIndex => toolIndex,
    );
    // @ts-expect-error – not tracked
    void emitted(claude$.pipe(track({ toolIndex }))).map(({ tokenUsage }) => tokenUsage as unknown);

    expect(indexes).toEqual([]);
  });

  it('refuse a fold that changes its state in place', () => {
    const write = (map: Map<number, number>) => map.set(0, 0);
    const hasty: Fold<ToolIndex> = {
      seed: new Map(),
      // @ts-expect-error – what is known is read, not written
      next: (index, { type }) => (type === 'content_block_start' ? write(index) : index),
    };

    expect(hasty.next(hasty.seed, claude.ping())).toBe(hasty.seed);
  });

  it('refuse stages of the two languages in each other’s place', () => {
    void bytes$.pipe(decodeSse(), parseEvents(), claudeToOpenAI(), encodeSse());

    // @ts-expect-error – bytes are no events
    void bytes$.pipe(parseEvents());
    // @ts-expect-error – a chunk is no event of Claude's
    void chunks$.pipe(completeToolInput());
    // @ts-expect-error – an event of Claude's is no chunk
    void claude$.pipe(encodeSse());
    // @ts-expect-error – what is framed cannot be folded
    void chunks$.pipe(encodeSse(), toCompletion());

    expect(emitted(chunks$.pipe(encodeSse()))).toEqual(['data: [DONE]\n\n']);
  });

  it('refuse a mapping to nothing at all', () => {
    // @ts-expect-error – nothing is said with an empty array
    void claude$.pipe(mapMany(() => undefined));

    expect(emitted(claude$.pipe(mapMany(() => [])))).toEqual([]);
  });

  it('refuse what OpenAI has no form for', () => {
    const piece = { index: 0, function: { arguments: '{}' } };
    const deltas: readonly OpenAIDelta[] = [
      { tool_calls: [piece] },
      // @ts-expect-error – calls come one at a time
      { tool_calls: [piece, piece] },
      // @ts-expect-error – nobody else speaks
      { role: 'user' },
      // @ts-expect-error – absent is said by absence
      { content: undefined },
    ];

    expect(deltas).toHaveLength(4);
  });

  it('allow the words Claude has not invented yet, and know those it has', () => {
    const delta: ClaudeEventOf<'message_delta'> = claude.messageDelta('bored');
    // @ts-expect-error – no such event
    const typeOf = ({ type }: ClaudeEventOf<'brand_new'>): unknown => type;

    expect(delta.delta.stop_reason).toBe('bored');
    expect(typeOf(claude.ping() as never)).toBe('ping');
  });

  it('know what a capture becomes, and refuse what is none', () => {
    const { claude: said, openai: became } = toMarbles(readCapture(''));
    const words: readonly ClaudeEvent[] = Object.values(said.alphabet);
    // @ts-expect-error – what became of Claude's words is no word of Claude's
    const others: readonly ClaudeEvent[] = Object.values(became.alphabet);
    // @ts-expect-error – a capture is read first
    expect(() => toMarbles('a file')).toThrow();
    // @ts-expect-error – what is framed is no chunk
    expect(() => toMarbles(readCapture(''), encodeSse())).toThrow();

    expect([words, others]).toEqual([[], []]);
  });

  it('refuse a fake Claude without a script, and settings the replay has not', () => {
    // @ts-expect-error – nobody said what it says
    const start = () => fakeClaude();
    // @ts-expect-error – tokens are counted
    void replay('text', { request: { max_tokens: 'many' } });
    // @ts-expect-error – the replay has no such setting
    void scripts.replays({ pace: 1 });

    expect(start).toBeInstanceOf(Function);
  });

  it(
    'refuse an alphabet of another observable',
    marbles(({ expectObservable }) => {
      expectObservable(claude$).toBe('|', { p: claude.ping() });
      // @ts-expect-error – the letter stands for no event
      expectObservable(claude$).toBe('|', { p: 'ping' });
    }),
  );
});
