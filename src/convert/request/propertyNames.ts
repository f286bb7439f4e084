import { isRecord } from './isRecord.ts';
import type { Schema } from './schemas.ts';
import { without } from './without.ts';

/** What Claude lets a property at the root of a tool's schema be called; deeper down any name will do. */
const legal = /^[a-zA-Z0-9_.-]{1,64}$/;

/** A schema whose properties all have names Claude takes. */
export interface NamedProperties {
  readonly schema: Schema;
  /** The others, in a sentence; absent when there are none. */
  readonly hint?: string;
}

/**
 * Takes properties out of the root of a tool's schema whose names Claude refuses, and tells of them
 * in a sentence: the object stays open, so the model can still say them.
 *
 * Claude refuses the whole request for one `$filter` or `ids[]`, which tools made from HTTP APIs
 * often have. Renamed they would have to be renamed back in the middle of streamed arguments.
 */
export function tellOddNames(schema: Schema): NamedProperties {
  const { properties, required } = schema;
  if (!isRecord(properties)) return { schema };
  if (Object.keys(properties).every((name) => legal.test(name))) return { schema };

  const entries = Object.entries(properties);
  const odd = entries.filter(([name]) => !legal.test(name));
  const names = new Set<unknown>(odd.map(([name]) => name));
  const demanded: readonly unknown[] = Array.isArray(required) ? required : [];
  const left = demanded.filter((name) => !names.has(name));
  const must = demanded.filter((name) => names.has(name)).map((name) => JSON.stringify(name));
  return {
    schema: {
      ...without(schema, ['required', 'additionalProperties']),
      properties: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
      ...(left.length > 0 && { required: left }),
    },
    hint:
      `The input has these properties, too, named exactly so: ${JSON.stringify(Object.fromEntries(odd))}.` +
      (must.length > 0 ? ` Required of them: ${must.join(', ')}.` : ''),
  };
}
