/** Bytes of a frame's own length, which every frame begins with. */
const LENGTH_BYTES = 4;
/** Bytes of the shortest frame: prelude, its checksum, no headers, no payload, checksum. */
const MIN_FRAME_BYTES = 16;

/** Puts length-prefixed frames together again. */
export interface FrameReader {
  /**
   * The frames these bytes complete. A length that no frame has ends the reading and comes out by
   * itself, for the codec to refuse: what came before it in the same read is still told.
   */
  read(bytes: Uint8Array): readonly Uint8Array[];
}

/**
 * Puts the frames of an AWS event stream together, however the network has cut them.
 *
 * The codec wants exactly one whole frame. Every byte is copied once, however many pieces a frame
 * comes in: what is at hand is never put together anew.
 *
 * @param maxFrameBytes - a longer frame is not waited for: its length is damaged, or an attack
 */
export function frameReader(maxFrameBytes: number): FrameReader {
  const length = new Uint8Array(LENGTH_BYTES);
  let frame: Uint8Array | undefined;
  let filled = 0;

  return {
    read(bytes) {
      const frames: Uint8Array[] = [];
      let offset = 0;
      while (offset < bytes.length) {
        const target = frame ?? length;
        const piece = bytes.subarray(offset, offset + target.length - filled);
        target.set(piece, filled);
        offset += piece.length;
        filled += piece.length;
        if (filled < target.length) break;
        if (frame === undefined) {
          frame = opened(length, maxFrameBytes);
          if (frame === undefined) return [...frames, length.slice()];
        } else {
          frames.push(frame);
          frame = undefined;
          filled = 0;
        }
      }
      return frames;
    },
  };
}

function opened(length: Uint8Array, maxFrameBytes: number): Uint8Array | undefined {
  const frameBytes = new DataView(length.buffer).getUint32(0);
  if (frameBytes < MIN_FRAME_BYTES || frameBytes > maxFrameBytes) return undefined;
  const frame = new Uint8Array(frameBytes);
  frame.set(length);
  return frame;
}
