import type { JsonSchema } from 'json-schema-faker';
import { hashText } from './hashText.ts';

/** Strings by what a property's name says, and `any` for all other names. */
export type Words = Readonly<Record<string, readonly string[]>>;

/**
 * What a person might have put there instead: for values the schema knows nothing of but the type.
 *
 * A faker's `"cCeVDEk"` and `-474.21` satisfy a schema as well, but nobody can tell from them
 * whether arguments arrived whole.
 *
 * @param path - JSON pointer of the value within the sample
 */
export function plausibleValue(
  value: unknown,
  schema: JsonSchema,
  path: string,
  words: Words,
): unknown {
  if (typeof schema !== 'object' || Object.keys(schema).some((key) => !says.has(key))) return value;
  if (typeof value === 'number') return (hashText(`${path} ${value}`) % 12) + 1;
  if (typeof value !== 'string') return value;
  const name = path.split('/').findLast((part) => /\D/.test(part)) ?? '';
  const known = Object.hasOwn(words, 'any') ? words : { ...plausible, ...words };
  const choices = known[keyFor(name, known)] ?? [];
  return choices[hashText(`${path} ${value}`) % choices.length] ?? value;
}

/** Keywords that leave a value free. */
const says = new Set(['type', 'title', 'description', '$comment', 'nullable']);

const plausible: Words = {
  city: ['Lisbon', 'Osaka', 'Nairobi', 'Montreal'],
  location: ['Lisbon, Portugal', 'Osaka, Japan', 'Nairobi, Kenya'],
  country: ['Portugal', 'Japan', 'Kenya', 'Canada'],
  tz: ['Europe/Lisbon', 'Asia/Tokyo', 'Africa/Nairobi'],
  zone: ['Europe/Lisbon', 'Asia/Tokyo', 'Africa/Nairobi'],
  date: ['2025-03-14', '2025-09-01', '2026-01-31'],
  time: ['09:30', '14:05', '18:45'],
  email: ['ada@example.com', 'grace@example.com'],
  url: ['https://example.com/marbles', 'https://example.com/gates'],
  path: ['README.md', 'src/index.ts', 'docs/notes.md'],
  file: ['README.md', 'src/index.ts', 'docs/notes.md'],
  query: ['weather in Lisbon', 'how marble diagrams are read', 'opening hours of the museum'],
  expression: ['6 * 7', '(3 + 4) * 12'],
  command: ['ls -la', 'git status'],
  code: ['print(6 * 7)', 'print("marble")'],
  language: ['en', 'pt', 'ja'],
  unit: ['celsius', 'metric'],
  id: ['a-1042', 'b-2077', 'c-3119'],
  name: ['Ada', 'Grace', 'Alan'],
  title: ['A walk in the park', 'Notes on marbles'],
  any: ['amber', 'cobalt', 'a blue marble', 'three green marbles'],
};

/** The first known word a property's name holds: `cityName` and `home_city` are cities. */
function keyFor(name: string, words: Words): string {
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return Object.keys(words).find((word) => parts.includes(word)) ?? 'any';
}
