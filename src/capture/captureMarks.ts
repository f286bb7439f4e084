import type { CapturedEnding, CapturedError, CapturedHead } from './Capture.ts';

/** The comment lines of a capture. To a reader of event streams they say nothing. */
export const headerMark = ': marblegate capture 1';

export const headMark = ({ status, ...headers }: CapturedHead): string =>
  `: head ${status} ${JSON.stringify(headers)}`;

export const readMark = (atMs: number, bytes: number): string =>
  `: @${Math.round(atMs)}ms ${bytes}B`;

export const endingMark = ({ atMs, how, error }: CapturedEnding): string =>
  `: @${Math.round(atMs)}ms ${how}${error === undefined ? '' : ` ${JSON.stringify(error)}`}`;

/** What a comment line says, if it is one of ours. */
export type Mark =
  | { readonly is: 'header' }
  | { readonly is: 'model'; readonly model: string }
  | { readonly is: 'request'; readonly request: unknown }
  | { readonly is: 'head'; readonly head: CapturedHead }
  | { readonly is: 'read'; readonly atMs: number; readonly length: number }
  | { readonly is: 'ending'; readonly ending: CapturedEnding };

export function readMarkLine(line: string): Mark | undefined {
  if (line === headerMark) return { is: 'header' };
  const [, fact, json = ''] = /^: (model|request) (.*)$/.exec(line) ?? [];
  if (fact === 'model') return { is: 'model', model: JSON.parse(json) as string };
  if (fact === 'request') return { is: 'request', request: JSON.parse(json) };
  const [, status, headers = '{}'] = /^: head (\d+) (\{.*\})$/.exec(line) ?? [];
  if (status !== undefined) {
    const head = JSON.parse(headers) as Omit<CapturedHead, 'status'>;
    return { is: 'head', head: { ...head, status: Number(status) } };
  }
  const [, at, length, how, error] =
    /^: @(\d+)ms (?:(\d+)B|(end|left|error)(?: (\{.*\}))?)$/.exec(line) ?? [];
  const atMs = Number(at);
  if (length !== undefined) return { is: 'read', atMs, length: Number(length) };
  if (how === undefined) return undefined;
  return {
    is: 'ending',
    ending: {
      atMs,
      how: how as CapturedEnding['how'],
      ...(error !== undefined && { error: JSON.parse(error) as CapturedError }),
    },
  };
}
