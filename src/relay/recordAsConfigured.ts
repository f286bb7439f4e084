import { resolve } from 'node:path';
import type { Channel } from '../channels/Channel.ts';
import { recorded, type RecordOptions } from '../channels/recorded.ts';
import { ConfigError } from './ConfigError.ts';
import type { RelayConfig } from './config.ts';
import type { RelayLog } from './log.ts';

/** Where captures are written, and what of them. */
export type RecordConfig = Pick<RecordOptions, 'directory' | 'bodies'>;

/**
 * The channel with its recorder, where the configuration asks for one.
 *
 * @param directory - what a relative path is relative to: where the configuration's file is
 *
 * **Errors** – {@link ConfigError} when the directory cannot be made.
 */
export function recordAsConfigured(
  channel: Channel,
  config: Pick<RelayConfig, 'record'>,
  directory: string,
  log: RelayLog,
): Channel {
  const { record } = config;
  if (record === undefined) return channel;
  try {
    return recorded(channel, {
      ...record,
      directory: resolve(directory, record.directory),
      secrets: secretsIn(config),
      onFailure: (error) => {
        log.warn({ err: error }, 'a capture cannot be written');
      },
    });
  } catch (error) {
    throw new ConfigError([`record.directory: ${String(error)}`]);
  }
}

/** Settings that prove who asks, of the relay and of whatever upstream. */
const secretSettings: ReadonlySet<string> = new Set([
  'keys',
  'apiKey',
  'authToken',
  'secretAccessKey',
  'sessionToken',
  'accessToken',
]);

function secretsIn(settings: unknown, name = ''): readonly string[] {
  if (typeof settings === 'string') return secretSettings.has(name) ? [settings] : [];
  if (Array.isArray(settings)) return settings.flatMap((item) => secretsIn(item, name));
  if (typeof settings !== 'object' || settings === null) return [];
  return Object.entries(settings).flatMap(([key, value]) => secretsIn(value, key));
}
