import { resolve } from 'node:path';
import { z } from 'zod';
import {
  guard,
  meter,
  redact,
  type RedactOptions,
  smooth,
  type SmoothOptions,
} from '../stages/index.ts';
import type { ClaudeStage, OpenAIStage } from '../stages/Stage.ts';
import { ConfigError } from './ConfigError.ts';
import { jsonLines } from './jsonLines.ts';
import type { RelayLog } from './log.ts';
import { shapeProblems } from './shapeProblems.ts';
import type { StageSide } from './StageEntry.ts';

/** What stages of the configuration file may use of the relay. */
export interface StageSurroundings {
  /** What relative paths are relative to: where the file is. */
  readonly directory: string;
  readonly log: RelayLog;
  /** Called before modules of the user's are imported. */
  readonly beforeImport?: () => void;
}

/** A shipped stage, as the configuration file sets it up. */
export interface ShippedStage {
  readonly side: StageSide;
  /** **Errors** – {@link ConfigError} with everything that is wrong with the options. */
  create(options: unknown, surroundings: StageSurroundings): ClaudeStage | OpenAIStage;
}

const milliseconds = z.int().min(0);
const maxChars = z.int().min(1).max(4096);
const patterns = z.array(z.string().min(1).transform(toPattern)).min(1);

/** The shipped stages by their short names. */
export const shippedStages: Readonly<Record<string, ShippedStage>> = {
  redact: shipped(
    'openai',
    z.strictObject({
      patterns,
      replacement: z.string().optional(),
      maxChars: maxChars.optional(),
    }) as z.ZodType<RedactOptions>,
    redact,
  ),
  smooth: shipped(
    'openai',
    z.strictObject({
      gapMs: milliseconds.optional(),
      maxDelayMs: milliseconds.optional(),
    }) as z.ZodType<SmoothOptions>,
    smooth,
  ),
  meter: shipped(
    'claude',
    z.strictObject({ file: z.string().min(1).optional() }),
    ({ file }, { directory, log }) => {
      const onSinkError = (error: unknown): void => {
        log.error({ err: error }, 'not metered');
      };
      const write =
        file === undefined ? undefined : jsonLines(resolve(directory, file), onSinkError);
      return meter({
        sink:
          write ??
          ((reading) => {
            log.info(reading, 'metered');
          }),
        onSinkError,
      });
    },
  ),
  guard: shipped(
    'claude',
    z.strictObject({
      patterns,
      explanation: z.string().min(1).optional(),
      maxChars: maxChars.default(256),
    }),
    ({ patterns, explanation, maxChars }) =>
      guard({
        judge: ({ text, thinking, toolInput, piece }) => {
          // What lies further back was judged before.
          const recent = -(piece.length + maxChars);
          const isForbidden = [text, thinking, toolInput].some((said) =>
            patterns.some((pattern) => pattern.test(said.slice(recent))),
          );
          return isForbidden ? (explanation ?? false) : true;
        },
      }),
  ),
};

function shipped<T>(
  side: StageSide,
  schema: z.ZodType<T>,
  make: (options: T, surroundings: StageSurroundings) => ClaudeStage | OpenAIStage,
): ShippedStage {
  return {
    side,
    create(options = {}, surroundings) {
      const { data, error } = schema.safeParse(options);
      if (error) {
        throw new ConfigError(
          shapeProblems(schema, options, (path) => (path === '' ? 'options' : `options.${path}`)),
        );
      }
      return make(data, surroundings);
    },
  };
}

/** A pattern as a file can hold it: its source, or `/source/flags`. */
function toPattern(text: string, context: z.RefinementCtx): RegExp {
  const [, source = text, flags = 'u'] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    // Whether there is a match is asked again and again, from the beginning.
    return new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
    return z.NEVER;
  }
}
