import { fusible, type FusibleOperator } from './fused.ts';

/** RxJS's `scan`, in a form that can be fused. */
export function scanned<T, S, A extends S>(
  accumulate: (last: S, value: T) => A,
  seed: S,
): FusibleOperator<T, A> {
  return fusible((downstream) => {
    let last = seed;
    return {
      next(value) {
        const next = accumulate(last, value);
        last = next;
        downstream.next(next);
      },
      complete() {
        downstream.complete();
      },
    };
  });
}
