import type { ServerResponse } from 'node:http';

/** Sets headers of an answer, while that can be done. Koa's `set` makes two lists of lists of them first. */
export function setHeaders(
  { res }: { readonly res: ServerResponse },
  headers: Readonly<Record<string, string>>,
): void {
  if (res.headersSent) return;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
