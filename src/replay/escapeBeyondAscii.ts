/** Writes all that is not ASCII as `\u` escapes, as JSON allows and some writers of JSON do. */
export const escapeBeyondAscii = (json: string): string =>
  json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
