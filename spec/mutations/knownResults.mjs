import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What earlier runs found out, for as long as neither the code of the mutated file nor the specs a
 * row names have changed since.
 */
export function knownResults(file) {
  let results = {};
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // there has been no run yet
  }
  // Of the files as they were when the run began: its copies of them are no younger.
  const keys = new Map();
  return {
    find(mutation) {
      const key = keyOf(mutation);
      keys.set(mutation.id, key);
      return results[key];
    },
    keep({ id }, outcome) {
      results[keys.get(id)] = outcome;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(results));
    },
  };
}

function keyOf({ file, code, specs }) {
  const hash = createHash('sha256');
  for (const part of [file, code, ...specs]) hash.update(part).update('\0');
  for (const spec of specs)
    hash.update(readFileSync(new URL(`../${spec}.spec.ts`, import.meta.url))).update('\0');
  return hash.digest('hex');
}
