import { withEntry } from './withEntry.ts';

/** Blocks in order of appearance, found by Claude's number; a number used again means the later one. */
export interface BlockList<T> {
  /** Place in the order, from 0 → block. */
  readonly told: ReadonlyMap<number, T>;
  /** Claude's number → place of the block that has it. */
  readonly places: ReadonlyMap<number, number>;
}

export const noBlocks: BlockList<never> = {
  told: new Map<number, never>(),
  places: new Map(),
};

export function blockAt<T>({ told, places }: BlockList<T>, index: number): T | undefined {
  const place = places.get(index);
  return place === undefined ? undefined : told.get(place);
}

/** With a block behind all others. */
export const withBlock = <T>(
  { told, places }: BlockList<T>,
  index: number,
  block: T,
): BlockList<T> => ({
  told: withEntry(told, told.size, block),
  places: withEntry(places, index, told.size),
});

/** With another block in place of the one that has the number. */
export function withBlockAt<T>(
  { told, places }: BlockList<T>,
  index: number,
  block: T,
): BlockList<T> {
  const place = places.get(index);
  return place === undefined ? { told, places } : { told: withEntry(told, place, block), places };
}
