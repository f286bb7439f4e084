import { fusible, type FusibleOperator } from '../../operators/fused.ts';

/** Tells somebody that an answer has begun, before its first value is passed on. */
export function whenBegun<T>(onBegun: () => void): FusibleOperator<T, T> {
  return fusible((downstream) => {
    let hasBegun = false;
    return {
      next(value) {
        if (!hasBegun) {
          hasBegun = true;
          onBegun();
        }
        downstream.next(value);
      },
      complete() {
        downstream.complete();
      },
    };
  });
}
