import type { ServerResponse } from 'node:http';
import { firstValueFrom, type Observable, takeUntil } from 'rxjs';
import { ClientLeft } from './ClientLeft.ts';
import { clientGone } from './clientGone.ts';

/**
 * Waits for one value on behalf of a client; when the client leaves, nobody waits any more and the
 * upstream is let go.
 *
 * **Errors** – rejects with {@link ClientLeft}, or with the observable's own error.
 */
export async function untilClientLeaves<T extends object>(
  response: ServerResponse,
  value$: Observable<T>,
): Promise<T> {
  const value = await firstValueFrom(value$.pipe(takeUntil(clientGone(response))), {
    defaultValue: undefined,
  });
  if (value === undefined) throw new ClientLeft();
  return value;
}
