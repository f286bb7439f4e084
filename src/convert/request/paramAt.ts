/** Steps from the body to a value in it. */
export type Path = readonly PropertyKey[];

/** `messages.[0].content`: list positions in brackets, as OpenAI names them. */
export function paramAt(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : String(step))).join('.');
}
