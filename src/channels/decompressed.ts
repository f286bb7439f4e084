import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ProtocolError } from '../errors.ts';

/**
 * The body of an answer, with its content coding undone.
 *
 * We ask for `identity`, since a compressed event stream may be held back on its way; gateways and
 * error pages come compressed all the same.
 *
 * **Errors** – `ProtocolError` for a coding we cannot read.
 */
export function decompressed(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return answer;
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (decoder === undefined) {
    throw new ProtocolError('invalid', 'The upstream answered in an unknown content coding.');
  }
  // What goes wrong, also in the answer before it, is told by the decoder.
  return pipeline(answer, decoder(), () => undefined);
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
