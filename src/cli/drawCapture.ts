import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readCapture } from '../capture/readCapture.ts';
import { ConfigError } from '../relay/ConfigError.ts';
import { drawMarbles } from '../testing/capture/drawMarbles.ts';
import { toMarbleSpec } from '../testing/capture/toMarbleSpec.ts';

export interface DrawCaptureFlags {
  /** Where the spec goes; true for a file beside the capture, `-` for the terminal. */
  readonly spec?: string | true;
}

/**
 * Prints both diagrams of a capture, and writes its spec if asked to. A spec that is there already is
 * left alone: somebody may have corrected it.
 */
export async function drawCapture(file: string, { spec }: DrawCaptureFlags): Promise<void> {
  const capture = readCapture(await trying(file, readFile(file)));
  const name = basename(file);
  if (spec === '-') {
    process.stdout.write(toMarbleSpec(capture, { name }));
    return;
  }
  console.log(drawMarbles(capture, { width: process.stdout.columns || 100 }));
  if (spec === undefined) return;
  const path = spec === true ? `${file.replace(/\.sse$/, '')}.spec.ts` : spec;
  const text = toMarbleSpec(capture, { name, types: /\.[cm]?ts$/.test(path) });
  await trying(path, writeFile(path, text, { flag: 'wx' }));
  console.log(`\nThe spec is in ${path}.`);
}

async function trying<T>(path: string, act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    throw new ConfigError([`${path}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
