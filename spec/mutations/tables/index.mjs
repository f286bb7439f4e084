import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transpiled } from '../transpiled.mjs';
import { answers } from './answers.mjs';
import { bytes } from './bytes.mjs';
import { explained } from './explained.mjs';
import { folds } from './folds.mjs';
import { native } from './native.mjs';
import { operators } from './operators.mjs';
import { requests } from './requests.mjs';
import { wire } from './wire.mjs';

/**
 * Which file is broken, the specs that are asked first, and the ways: what is broken in words, what
 * is searched for, what is put in its place, and – for one that no spec can notice – the reason.
 */
const tables = [...folds, ...operators, ...wire, ...bytes, ...native, ...answers, ...requests];

/** The specs that are asked first about a file; undefined for a file without a row. */
export const specsOf = (file) => tables.find((table) => table.file === file)?.specs;

/** Mutations without a row that no spec can notice, by what they change. */
export const explainedChanges = new Map(
  explained.map(({ file, change, reason }) => [`${file}: ${change}`, reason]),
);

/** All rows, applied; `fault` says why a row cannot be. */
export function tableMutations(root) {
  const ids = new Set();
  return tables.flatMap(({ file, specs, mutations }) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return mutations.map(([words, ...change]) => {
      const [edits, reason] = Array.isArray(change[0])
        ? change
        : [[[change[0], change[1]]], change[2]];
      const id = `${file}: ${words}`;
      const misplaced = edits.find(([find]) => source.split(find).length !== 2);
      const mutant = edits.reduce(
        (code, [find, replacement]) => code.replace(find, () => replacement),
        source,
      );
      const { code, fault: syntax } = transpiled(mutant);
      const fault = misplaced
        ? `not exactly once there: ${JSON.stringify(misplaced[0])}`
        : ids.has(id)
          ? 'is listed twice'
          : syntax;
      ids.add(id);
      const line = source.slice(0, source.indexOf(edits[0][0])).split('\n').length;
      return { id, file, line, words, specs, mutant, code, reason, ...(fault && { fault }) };
    });
  });
}
