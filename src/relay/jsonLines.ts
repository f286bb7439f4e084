import { createWriteStream, type WriteStream } from 'node:fs';

/** Appends each value to a file as a line of JSON; the file is opened by the first of them. */
export function jsonLines(
  path: string,
  onError: (error: unknown) => void,
): (value: unknown) => void {
  let file: WriteStream | undefined;
  return (value) => {
    file ??= createWriteStream(path, { flags: 'a' }).on('error', (error) => {
      file = undefined;
      onError(error);
    });
    file.write(`${JSON.stringify(value)}\n`);
  };
}
