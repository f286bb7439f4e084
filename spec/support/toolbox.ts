import { z } from 'zod';

/** A tool that really runs, and what its arguments must look like. */
export interface BoxedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  /** Checks the arguments, notes the run and gives the result. */
  readonly run: (input: unknown) => string;
}

export interface Toolbox {
  readonly tools: readonly BoxedTool[];
  /** Results of all runs so far, in order. */
  readonly results: readonly string[];
}

/**
 * Tools an agent might have, with schemas as people write them; each result is unlike any other, so
 * that it can be found again in an answer.
 */
export function toolbox(): Toolbox {
  const results: string[] = [];
  const boxed = (name: string, description: string, schema: z.ZodObject): BoxedTool => ({
    name,
    description,
    schema,
    run(input) {
      schema.parse(input);
      const result = `${name} ran as number ${results.length + 1}`;
      results.push(result);
      return result;
    },
  });
  return {
    results,
    tools: [
      boxed(
        'get_weather',
        'The weather in a city.',
        z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']) }),
      ),
      boxed(
        'book_room',
        'Books a room for some guests.',
        z.object({
          guests: z.array(z.object({ name: z.string(), age: z.int() })),
          stay: z.object({ from: z.string(), nights: z.int() }),
          breakfast: z.boolean(),
          note: z.string().nullable(),
        }),
      ),
      boxed('list_rooms', 'Lists all rooms.', z.object({})),
    ],
  };
}
