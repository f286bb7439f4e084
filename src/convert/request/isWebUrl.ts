/** Whether a text is a URL from which Claude, or whoever fetches for it, could fetch something. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
