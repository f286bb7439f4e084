import type { Redis } from 'ioredis';
import { optionalPeer } from '../../channels/optionalPeer.ts';
import type { TurnStore } from './TurnStore.ts';

export interface RedisTurnStoreOptions {
  /** Where Redis is, e.g. `redis://localhost:6379/0`; `rediss:` for TLS. */
  readonly url: string;
  /** Milliseconds that a turn is kept after it was last used. @defaultValue two hours */
  readonly ttlMs?: number;
  /** Put before every key. @defaultValue `marblegate:turn:` */
  readonly prefix?: string;
}

/** Milliseconds that connecting, and each command, may take. */
const CONNECT_TIMEOUT_MS = 5000;
const COMMAND_TIMEOUT_MS = 1000;
/** Milliseconds that a connection may take to close by itself. */
const DISCONNECT_TIMEOUT_MS = 100;

/**
 * Keeps turns in Redis, where they outlive this process and others find them. How many there may be
 * is decided there (`maxmemory`, with a policy that evicts).
 *
 * It connects in the background and again whenever the connection is lost. While there is none, every
 * command fails at once: no request waits for a store that is down.
 *
 * **Errors** – rejects with `ConnectionError` where the package `ioredis` is not installed.
 */
export async function redisTurnStore({
  url,
  ttlMs = 2 * 60 * 60 * 1000,
  prefix = 'marblegate:turn:',
}: RedisTurnStoreOptions): Promise<TurnStore & { close(): void }> {
  const { Redis: Client } = await optionalPeer(
    'ioredis',
    () => import('ioredis'),
    'keep turns in memory (turnMemory.store: memory)',
  );
  const redis: Redis = new Client(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    connectionName: 'marblegate',
  });
  // Whoever asks is told by the command that fails; without a listener ioredis writes to the console.
  redis.on('error', () => undefined);
  // The first connection is waited for, so that the first request finds the store; it may fail.
  await redis.connect().catch(() => undefined);

  return {
    async get(keys) {
      const commands = keys.flatMap((key) => [
        ['get', prefix + key],
        ['pexpire', prefix + key, ttlMs],
      ]);
      const replies = (await redis.pipeline(commands).exec()) ?? [];
      return keys.map((_, at) => {
        const [error, turn] = replies[2 * at] ?? [null, null];
        if (error !== null) throw error;
        return typeof turn === 'string' ? turn : undefined;
      });
    },
    set: (key, turn) => redis.set(prefix + key, turn, 'PX', ttlMs),
    close() {
      redis.disconnect();
    },
  };
}
