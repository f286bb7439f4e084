import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file that is written piece by piece. */
export interface CaptureFile {
  append(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Opens a new file for one request, readable by its owner alone: what people say is in it.
 *
 * Each piece is on its way to the disk before the next one is heard, so a process that dies leaves
 * behind what it heard until then.
 *
 * @param onFailure - told once when it cannot be written; from then on nothing is
 */
export function openCaptureFile(
  directory: string,
  model: string,
  onFailure: (error: unknown) => void,
): CaptureFile {
  let file: number | undefined;
  const trying = (write: () => void) => {
    try {
      write();
    } catch (error) {
      file = undefined;
      onFailure(error);
    }
  };
  trying(() => {
    file = openSync(join(directory, nameOf(model)), 'wx', 0o600);
  });
  return {
    append(bytes) {
      const to = file;
      if (to !== undefined) trying(() => writeSync(to, bytes));
    },
    close() {
      const to = file;
      file = undefined;
      if (to !== undefined)
        trying(() => {
          closeSync(to);
        });
    },
  };
}

/**
 * When, which model, and something that tells requests of the same moment apart: of several processes
 * their ids, of one process chance.
 */
function nameOf(model: string): string {
  const time = new Date().toISOString().replaceAll(':', '-');
  const word = model.replaceAll(/[^\w.-]+/g, '-').slice(0, 60);
  return `${time}-${word}-${process.pid}-${randomBytes(3).toString('hex')}.sse`;
}
