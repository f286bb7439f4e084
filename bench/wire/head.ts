/** Where the body begins, or -1 while the head is not complete. */
export function headEnd(bytes: Buffer): number {
  const at = bytes.indexOf('\r\n\r\n');
  return at < 0 ? -1 : at + 4;
}

/** A header's value in lower case, or undefined where the head does not have it. */
export const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`\r\n${name}:[ \t]*([^\r]*)`, 'i').exec(head)?.[1]?.trim().toLowerCase();
