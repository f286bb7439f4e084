import { z } from 'zod';
import { isWebUrl } from '../isWebUrl.ts';

// For OpenAI a member that is null is absent; what Claude alone knows may be null only where Claude
// says so.

export const word: z.ZodType = z.string().nullish();
export const flag: z.ZodType = z.boolean().nullish();
export const whole: z.ZodType = z.int().nullish();
export const record: z.ZodType = z.record(z.string(), z.unknown()).nullish();
export const words: z.ZodType = z.array(z.string()).nullish();

/** Text Claude does not refuse for saying nothing. */
export const said: z.ZodType = z
  .string()
  .refine((text) => text.trim() !== '', 'expected text that is not blank.');

export const webUrl: z.ZodType = z.string().refine(isWebUrl, 'expected an http(s) URL.');

export function country(written: RegExp): z.ZodType {
  return z.string().regex(written, 'expected a country code of two letters (ISO 3166-1).');
}

/** A member that has no place beside the others, whatever its value. */
export function absent(why: string): z.ZodType {
  return z
    .unknown()
    .refine((value) => value === null, why)
    .optional();
}

/** Claude's mark of a prefix to be cached, wherever it stands. */
export const cacheControl: z.ZodType = z
  .looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).nullish() })
  .nullish();

/** How long OpenAI is asked to keep a prefix. */
export const lifetime: z.ZodType = z
  .string()
  .regex(/^(?:in[-_]memory|\d{1,6}[smhd])$/, "expected a lifetime such as '24h' or 'in_memory'.")
  .nullish();

/** OpenAI's mark of a prefix to be cached. */
export const cacheBreakpoint: z.ZodType = z
  .looseObject({ mode: z.enum(['explicit', 'implicit']), ttl: lifetime })
  .nullish();

/** What both may stand on: parts, messages, tools. */
export const marks: {
  readonly cache_control: z.ZodType;
  readonly prompt_cache_breakpoint: z.ZodType;
} = { cache_control: cacheControl, prompt_cache_breakpoint: cacheBreakpoint };
