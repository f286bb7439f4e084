import type { Capture } from '../../capture/Capture.ts';
import { toCapturedError } from '../../capture/capturedErrors.ts';
import type { Alphabet } from '../marbles.ts';
import { toMarbles } from './toMarbles.ts';

export interface MarbleSpecOptions {
  /** What the capture is called, in the spec's title. */
  readonly name: string;
  /** Write types, for a `.ts` file. @defaultValue true */
  readonly types?: boolean;
}

/**
 * Writes a capture as a marble spec that runs by itself: what Claude said stands in it, and what it
 * becomes today. When the one that failed has been put right, correct what is expected, and the
 * failure cannot come back.
 */
export function toMarbleSpec(capture: Capture, { name, types = true }: MarbleSpecOptions): string {
  const { columnMs, claude, openai } = toMarbles(capture);
  const errors = [claude.error, openai.error].filter((error) => error !== undefined);
  const classes = [...new Set(errors.map((error) => toCapturedError(error).name))].sort();
  const main = [...classes, ...(types ? ['type ClaudeEvent', 'type OpenAIChunk'] : [])];
  const kit = ['createMarbles', ...(types ? ['type Alphabet'] : [])].sort(byName);
  const typed = (word: string): string => (types ? `: Alphabet<${word}>` : '');
  const cast = (word: string): string => (types ? ` as unknown as Alphabet<${word}>` : '');

  return `${[
    `// Written by \`marblegate marbles --spec\` from ${oneLine(name)}; one column is ${columnMs} ms of it.`,
    "import { describe, expect, it } from '@jest/globals';",
    ...(main.length === 0 ? [] : [`import { ${main.sort(byName).join(', ')} } from 'marblegate';`]),
    "import { claudeToOpenAI } from 'marblegate/operators';",
    `import { ${kit.join(', ')} } from 'marblegate/testing';`,
    '',
    'const marbles = createMarbles((actual, expected) => {',
    '  expect(actual).toEqual(expected);',
    '});',
    '',
    '// What Claude said, as it was on the wire.',
    '// prettier-ignore',
    `const says${typed('ClaudeEvent')} = ${written(claude.alphabet)}${cast('ClaudeEvent')};`,
    '',
    '// What it becomes: the same letter is what became of it.',
    '// prettier-ignore',
    `const becomes${typed('OpenAIChunk')} = ${written(openai.alphabet)}${cast('OpenAIChunk')};`,
    '',
    `describe(${quoted(name)}, () => {`,
    '  it(',
    `    ${quoted(openai.error === undefined ? 'says it as it did' : 'fails as it did')},`,
    '    marbles(({ cold, expectObservable }) => {',
    `      const claude$ = cold(${[`'  ${claude.diagram}'`, 'says', ...errorArgument(claude)].join(', ')});`,
    `      const expected = '     ${openai.diagram}';`,
    `      expectObservable(claude$.pipe(claudeToOpenAI())).toBe(${['expected', 'becomes', ...errorArgument(openai)].join(', ')});`,
    '    }),',
    '  );',
    '});',
  ].join('\n')}\n`;
}

const byName = (a: string, b: string): number =>
  a.replace('type ', '').localeCompare(b.replace('type ', ''), 'en');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function written(alphabet: Alphabet<unknown>): string {
  const lines = Object.entries(alphabet).map(
    ([letter, value]) =>
      `  ${/^[a-z$]$/iu.test(letter) || /^\p{L}$/u.test(letter) ? letter : quoted(letter)}: ${JSON.stringify(value)},`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
}

const errorArgument = ({ error }: { readonly error?: unknown }): readonly string[] =>
  error === undefined ? [] : [newError(error)];

/** The error as code. */
function newError(error: unknown): string {
  const { name, message, reason, ...details } = toCapturedError(error);
  const failure = Object.entries(details).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? quoted(value) : String(value)}`,
  );
  const args = [
    ...(name === 'ProtocolError' ? [quoted(reason ?? 'invalid')] : []),
    quoted(message),
    ...(failure.length === 0 ? [] : [`{ ${failure.join(', ')} }`]),
  ];
  return `new ${name}(${args.join(', ')})`;
}
