import type { Observable } from 'rxjs';
import { outcome } from './outcome.ts';

/**
 * All values of an observable, collected at once in virtual time. For specs about *what* is
 * emitted; say *when* with marbles.
 *
 * **Errors** – throws the observable's own error, and complains if it does not complete.
 */
export function emitted<T>(source$: Observable<T>): readonly T[] {
  const { values, ending, error } = outcome(source$);
  if (ending === 'error') throw error;
  if (ending === 'silent') throw new Error('the observable has not completed');
  return values;
}
