import { fusible, type FusibleOperator, type Sink } from './fused.ts';

/** A value, or any number of values in an array. */
export type OneOrMany<T> = T | readonly T[];

/**
 * Maps each value to one value or, in an array, to any number of values – and the end to a goodbye.
 *
 * ```text
 * source    a----b----c--|      project: a → [x, y], b → [], c → z     farewell: → w
 * result    (xy)------z--(w|)
 * ```
 *
 * `concatMap` means the same and may stand in anywhere. It subscribes to an observable per value,
 * though, at several times the cost (`npm run bench:micro`). Values that are arrays themselves must
 * come wrapped in one.
 *
 * **Errors** – whatever `project` or `farewell` throws becomes the error notification.
 */
export function mapMany<T, R extends object | string>(
  project: (value: T) => OneOrMany<R>,
  farewell?: () => OneOrMany<R>,
): FusibleOperator<T, R> {
  return fusible((downstream) => ({
    next(value) {
      say(project(value), downstream);
    },
    complete() {
      if (farewell !== undefined) say(farewell(), downstream);
      downstream.complete();
    },
  }));
}

/** Tells one value, or each of many. */
export function say<R extends object | string>(results: OneOrMany<R>, downstream: Sink<R>): void {
  if (isMany(results)) for (const result of results) downstream.next(result);
  else downstream.next(results);
}

const isMany = <R>(results: OneOrMany<R>): results is readonly R[] => Array.isArray(results);
