import { z } from 'zod';
import type { ModelTraits, ThinkingTraits } from '../convert/models.ts';

const effort = z.enum(['low', 'medium', 'high', 'xhigh', 'max']);
const tokens = z.int().min(1);
const date = z.iso.date('expected a date, YYYY-MM-DD');

const thinkingShape = {
  modes: z.array(z.enum(['adaptive', 'enabled', 'disabled', 'between_tools'])),
  default: z.enum(['off', 'on', 'always']),
  disabledMaxEffort: effort.optional(),
  betweenToolsMaxEffort: effort.optional(),
} satisfies Record<keyof ThinkingTraits, z.ZodType>;

/** What a row of the model table must look like; whatever it leaves out is as it was. */
const traitsShape = {
  aliases: z.array(z.string().min(1)),
  contextWindow: tokens.nullable(),
  maxOutput: tokens.nullable(),
  defaultMaxTokens: tokens,
  released: date,
  status: z.enum(['active', 'deprecated', 'retired']),
  retires: date,
  thinking: z.strictObject(thinkingShape),
  efforts: z.array(effort),
  sampling: z.boolean(),
  samplesBoth: z.boolean(),
  prefill: z.boolean(),
  forcedToolChoice: z.boolean(),
  preservedThinking: z.boolean(),
  midSystem: z.boolean(),
  structured: z.boolean(),
} satisfies Record<keyof ModelTraits, z.ZodType>;

/** Models by id, each with what is to be known of it. */
export const modelRows: z.ZodType = z.record(
  z.string().min(1),
  z.strictObject(traitsShape).partial(),
);
