/** The letter of each value, by its {@link plain} form. */
export type Letters = ReadonlyMap<string, string>;

interface Frame {
  /** Virtual time, milliseconds. */
  readonly frame: number;
  readonly notification: {
    readonly kind: 'N' | 'E' | 'C';
    readonly value?: unknown;
    readonly error?: unknown;
  };
}

interface Subscription {
  readonly subscribedFrame: number;
  readonly unsubscribedFrame: number;
}

/** What a `TestScheduler` recorded, as its diagram followed by a line for each notification. */
export function describeLog(log: unknown, letters: Letters): readonly string[] {
  if (isList(log, isFrame))
    return [
      diagramOf(log, letters),
      ...log.map((frame) => `@${frame.frame} ${mark(frame, letters)} ${detail(frame)}`),
    ];
  if (isList(log, isSubscription)) return log.map(subscriptionDiagram);
  return [plain(log)];
}

const isList = <T>(log: unknown, isEntry: (entry: unknown) => entry is T): log is readonly T[] =>
  Array.isArray(log) && log.every(isEntry);

const isFrame = (entry: unknown): entry is Frame =>
  typeof entry === 'object' && entry !== null && 'notification' in entry;

const isSubscription = (entry: unknown): entry is Subscription =>
  typeof entry === 'object' && entry !== null && 'subscribedFrame' in entry;

/** The marble for a notification; `?` for a value no alphabet has a letter for. */
function mark({ notification: { kind, value } }: Frame, letters: Letters): string {
  return kind === 'N' ? (letters.get(plain(value)) ?? '?') : { C: '|', E: '#' }[kind];
}

function detail({ notification: { kind, value, error } }: Frame): string {
  return kind === 'N' ? plain(value) : kind === 'E' ? plain(error) : 'complete';
}

function diagramOf(frames: readonly Frame[], letters: Letters): string {
  const byTime = new Map<number, string>();
  for (const frame of frames)
    byTime.set(frame.frame, (byTime.get(frame.frame) ?? '') + mark(frame, letters));

  let diagram = '';
  let now = 0;
  for (const [time, marks] of byTime) {
    const group = Array.from(marks).length > 1 ? `(${marks})` : marks;
    diagram += silence(now, time) + group;
    now = time + Array.from(group).length;
  }
  return diagram;
}

function subscriptionDiagram({ subscribedFrame, unsubscribedFrame }: Subscription): string {
  const start = `${silence(0, subscribedFrame)}^`;
  return unsubscribedFrame === Infinity
    ? start
    : `${start}${silence(subscribedFrame + 1, unsubscribedFrame)}!`;
}

/** Longer silences are told in numbers, as a diagram may: fifteen thousand dashes show nothing. */
const longSilence = 40;

function silence(from: number, to: number): string {
  const length = Math.max(0, to - from);
  return length > longSilence ? ` ${length}ms ` : '-'.repeat(length);
}

/**
 * A value as one line: equal values give equal lines, different ones different lines.
 *
 * Keys are sorted. Unlike JSON it tells `undefined` from absent, and a map or bytes from an object.
 * An error is what callers may rely on: its name, code and message.
 */
export function plain(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value.toString()}n`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return `[${value.map(plain).join(',')}]`;
  if (value instanceof Error) return plainError(value);
  if (value instanceof Uint8Array) return `bytes [${value.join(' ')}]`;
  if (isMap(value)) return `map ${plain([...value])}`;
  if (value instanceof Set) return `set ${plain([...(value as Set<unknown>)])}`;
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${plain(field)}`);
  return `{${fields.join(',')}}`;
}

const plainError = (error: Error): string =>
  plain({
    name: error.name,
    ...('code' in error ? { code: error.code } : {}),
    message: error.message,
  });

/** By its tag: the maps of folds are no `Map`, and say what one would. */
const isMap = (value: object): value is ReadonlyMap<unknown, unknown> =>
  Object.prototype.toString.call(value) === '[object Map]';
