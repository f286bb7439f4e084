import { defer, map, type Observable, reduce, takeWhile } from 'rxjs';

export interface WholeText {
  /** The text as it came. */
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Whether there was more than the limit; the rest was not read. */
  readonly cut: boolean;
}

/** Collects bytes into one text and stops reading at the limit. */
export function wholeText(
  bytes$: Observable<Uint8Array>,
  limitBytes: number,
): Observable<WholeText> {
  return defer(() => {
    let length = 0;
    return bytes$.pipe(
      takeWhile((bytes) => (length += bytes.length) <= limitBytes, true),
      reduce((parts: Uint8Array[], bytes) => (parts.push(bytes), parts), []),
      map((parts) => {
        const bytes = Buffer.concat(parts).subarray(0, limitBytes);
        return { bytes, text: bytes.toString('utf8'), cut: length > limitBytes };
      }),
    );
  });
}
