import { LRUCache } from 'lru-cache';
import type { TurnStore } from './TurnStore.ts';

export interface MemoryTurnStoreOptions {
  /** Bytes that all turns may take together; the least recently used go first. @defaultValue 64 MiB */
  readonly maxBytes?: number;
  /** Milliseconds that a turn is kept after it was last used. @defaultValue two hours */
  readonly ttlMs?: number;
}

/** A store that needs no waiting for. */
export interface MemoryTurnStore extends TurnStore {
  get(keys: readonly string[]): readonly (string | undefined)[];
  set(key: string, turn: string): void;
}

/** Bytes that an entry costs beside its texts, roughly. */
const OVERHEAD_BYTES = 256;

/** Keeps turns in this process: they are gone when it ends, and other processes do not see them. */
export function memoryTurnStore({
  maxBytes = 64 * 1024 * 1024,
  ttlMs = 2 * 60 * 60 * 1000,
}: MemoryTurnStoreOptions = {}): MemoryTurnStore {
  const turns = new LRUCache<string, string>({
    maxSize: maxBytes,
    // A character takes two bytes at most.
    sizeCalculation: (turn, key) => 2 * (turn.length + key.length) + OVERHEAD_BYTES,
    ttl: ttlMs,
    updateAgeOnGet: true,
  });
  return {
    get: (keys) => keys.map((key) => turns.get(key)),
    set(key, turn) {
      turns.set(key, turn);
    },
    close() {
      turns.clear();
    },
  };
}
