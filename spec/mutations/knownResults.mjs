import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What earlier runs found out, for as long as neither the mutated file nor the specs a row names
 * have changed since.
 */
export function knownResults(file) {
  let results = {};
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // there has been no run yet
  }
  return {
    find: (mutation) => results[keyOf(mutation)],
    keep(mutation, outcome) {
      results[keyOf(mutation)] = outcome;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(results));
    },
  };
}

function keyOf({ file, mutant, specs }) {
  const hash = createHash('sha256');
  for (const part of [file, mutant, ...specs]) hash.update(part).update('\0');
  for (const spec of specs)
    hash.update(readFileSync(new URL(`../${spec}.spec.ts`, import.meta.url))).update('\0');
  return hash.digest('hex');
}
