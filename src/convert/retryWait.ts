/**
 * How long an answer asks to wait before the next request, in milliseconds; undefined where it does
 * not say.
 *
 * @param now - the present; `retry-after` may be a date
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryWaitMs(
  headers: Readonly<Record<string, string>>,
  now: Date,
): number | undefined {
  const ms = number(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const after = headers['retry-after'];
  const seconds = number(after);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse alone would take a bare number for a year.
  const until = /^[a-z]{3}/i.test(after ?? '') ? Date.parse(after ?? '') : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}

const number = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
