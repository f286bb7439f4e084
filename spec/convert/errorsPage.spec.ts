import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { toErrorAnswer, toErrorFrame } from '../../src/convert/errors.ts';
import {
  bedrockExceptions,
  claudeErrorCodes,
  claudeErrorTypes,
  errorRows,
  googleStatuses,
  upstreamStatuses,
} from '../../src/convert/errorTable.ts';
import { toResponseHeaders } from '../../src/convert/responseHeaders.ts';
import {
  ConnectionError,
  ProtocolError,
  RelayError,
  RequestError,
  TimeoutError,
  UpstreamError,
} from '../../src/errors.ts';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const now = new Date('2026-01-01T00:00:00Z');

/** The rows of a table of the page, cell by cell. */
function table(name: string): string[][] {
  const text =
    page
      .split(`<!-- table: ${name} -->`)[1]
      ?.split(/\n\n(?!\|)/, 2)
      .join('') ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** The content of a code span; empty where the cell is a dash. */
const code = (cell = ''): string => /^(`+) ?(.*?)\1$/.exec(cell)?.[2] ?? '';

/** `status=429 message="…" some-header=0` */
function given(cell: string): Record<string, string> {
  const pairs = code(cell).matchAll(/([\w-]+)=(?:"([^"]*)"|(\S+))/g);
  return Object.fromEntries(
    [...pairs].map(([, key = '', quoted, bare = '']) => [key, quoted ?? bare]),
  );
}

function failure(errorCode: string, cell: string): unknown {
  const {
    status,
    type,
    errorCode: finer,
    keyOf,
    message = 'Just so.',
    reason,
    param,
    ...headers
  } = given(cell);
  switch (errorCode) {
    case 'ERR_RELAY_REQUEST':
      return new RequestError(message, {
        ...(status !== undefined && { status: Number(status) }),
        reason: reason ?? null,
        param: param ?? null,
      });
    case 'ERR_RELAY_UPSTREAM':
      return new UpstreamError(message, {
        type,
        status: status === undefined ? undefined : Number(status),
        errorCode: finer,
        headers,
        ...(keyOf !== undefined && { keyOf: keyOf === 'client' ? 'client' : 'relay' }),
      });
    case 'ERR_RELAY_CONNECTION':
      return new ConnectionError(message);
    case 'ERR_RELAY_TIMEOUT':
      return new TimeoutError(message);
    case 'ERR_RELAY_PROTOCOL':
      return reason === 'incomplete'
        ? ProtocolError.incomplete()
        : new ProtocolError('invalid', message);
    default:
      return new Error(message);
  }
}

const before = (error: unknown): string => {
  const { status, error: said } = toErrorAnswer(error, { now });
  return `${status} ${said.type} ${String(said.code)}`;
};
const fields = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
const listed = (cell = ''): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, field = '']) => field);

const failures = table('failures').map(
  ([situation = '', errorCode = '', holds = '', answer = '', frame = '', retry = '']) => ({
    situation,
    errorCode: code(errorCode),
    error: failure(code(errorCode), holds),
    holds: given(holds),
    answer: code(answer),
    frame: code(frame),
    retry: listed(retry),
  }),
);

describe('docs/errors.md', () => {
  it.each(failures)(
    'tells the truth about: $situation',
    ({ errorCode, error, answer, frame, retry }) => {
      expect(error instanceof RelayError ? error.code : '').toBe(errorCode);
      expect(before(error)).toBe(answer);
      expect(fields(toErrorAnswer(error, { now }).headers)).toEqual(retry);
      const { error: said } = toErrorFrame(error);
      if (frame !== '') expect(`${said.type} ${String(said.code)}`).toBe(frame);
    },
  );

  it('has a row for every kind of failure, type, status and finer reason in the tables', () => {
    const answers = new Set(failures.map(({ answer }) => answer));
    for (const row of Object.values(errorRows))
      expect(answers).toContain(`${row.status} ${row.type} ${String(row.code)}`);
    const shown = (key: string) => new Set(failures.map(({ holds }) => holds[key]));
    for (const type of Object.keys(claudeErrorTypes)) expect(shown('type')).toContain(type);
    for (const reason of Object.keys(claudeErrorCodes))
      expect(shown('errorCode')).toContain(reason);
    for (const status of Object.keys(upstreamStatuses).filter((s) => s < '521' || s > '527'))
      expect(shown('status')).toContain(status);
  });

  it.each(table('bad requests'))('reads %s', (says = '', reason = '', param = '') => {
    const error = new UpstreamError(code(says), { status: 400, type: 'invalid_request_error' });
    expect(toErrorAnswer(error)).toMatchObject({
      status: 400,
      error: { message: code(says), code: nullable(reason), param: nullable(param) },
    });
  });

  it.each(table('clouds'))('knows %s', (word = '', answer = '') => {
    expect(before(new UpstreamError('Just so.', { type: code(word) }))).toBe(code(answer));
  });

  it('knows every word of the clouds that the code knows', () => {
    expect(table('clouds').map(([word]) => code(word))).toEqual([
      ...Object.keys(bedrockExceptions),
      ...Object.keys(googleStatuses),
    ]);
  });

  it.each(table('headers'))('passes %s on as %s', (upstream = '', client = '') => {
    const [name = '', value = ''] = code(upstream).split(/: (.*)/);
    const { 'openai-version': version, ...said } = toResponseHeaders({ [name]: value }, now);
    expect(version).toBe('2020-10-01');
    expect(fields(said)).toEqual(listed(client));
  });

  it('has tables at all', () => {
    const sizes = ['failures', 'bad requests', 'clouds', 'headers'].map(
      (name) => table(name).length,
    );
    expect(Math.min(...sizes)).toBeGreaterThan(20);
  });
});

const nullable = (cell: string): string | null => (code(cell) === 'null' ? null : code(cell));
