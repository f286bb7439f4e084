import { identity, type MonoTypeOperatorFunction, throwError, timeout } from 'rxjs';
import { TimeoutError } from '../../errors.ts';

/**
 * Gives an answer only so long to begin.
 *
 * ```text
 * source    ---------S-t-
 * result    -----#            inTime(5)
 * ```
 *
 * **Errors** – {@link TimeoutError} when nothing came in time.
 *
 * @param firstMs - milliseconds until the first value; 0 waits for ever
 */
export const inTime = <T>(firstMs: number): MonoTypeOperatorFunction<T> =>
  firstMs > 0
    ? timeout({
        first: firstMs,
        with: () =>
          throwError(
            () => new TimeoutError(`The upstream did not begin to answer in ${firstMs} ms.`),
          ),
      })
    : identity;
