import { ConnectionError } from '../../errors.ts';
import { ConfigError } from '../ConfigError.ts';
import { memoryTurnStore } from './memoryTurnStore.ts';
import { redisTurnStore } from './redisTurnStore.ts';
import type { TurnStore } from './TurnStore.ts';

/** How turns are remembered, as the configuration says it. */
export interface TurnMemoryConfig {
  /**
   * Where: in this process; in Redis, so that several processes share them and they outlive a
   * restart; or nowhere.
   *
   * @defaultValue `'redis'` where there is a `url`, else `'memory'`
   */
  readonly store?: 'memory' | 'redis' | 'none';
  /** Where Redis is, `redis://…` or `rediss://…`. */
  readonly url?: string;
  /** Bytes that turns may take in this process. @defaultValue 64 MiB */
  readonly maxBytes?: number;
  /** Milliseconds that a turn is kept after it was last used. @defaultValue two hours */
  readonly ttlMs?: number;
}

/** Where a configuration has turns remembered. */
export const turnStoreKind = ({
  url,
  store = url === undefined ? 'memory' : 'redis',
}: TurnMemoryConfig): NonNullable<TurnMemoryConfig['store']> => store;

/**
 * Opens the store a configuration names.
 *
 * **Errors** – {@link ConfigError} where it needs something that is not there.
 */
export async function openTurnStore(config: TurnMemoryConfig): Promise<TurnStore | 'none'> {
  const { url, maxBytes, ttlMs } = config;
  const kept = ttlMs === undefined ? {} : { ttlMs };
  switch (turnStoreKind(config)) {
    case 'none':
      return 'none';
    case 'memory':
      return memoryTurnStore({ ...kept, ...(maxBytes !== undefined && { maxBytes }) });
    case 'redis':
      if (url === undefined) throw new ConfigError(['turnMemory.url: redis needs one']);
      try {
        return await redisTurnStore({ url, ...kept });
      } catch (error) {
        throw error instanceof ConnectionError
          ? new ConfigError([`turnMemory.store: ${error.message}`])
          : error;
      }
  }
}
