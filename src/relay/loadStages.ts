import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './ConfigError.ts';
import type { Stage } from './stages.ts';

/**
 * Loads stages from modules named in the configuration file: each one's default export.
 *
 * @param directory - what relative paths are relative to: where the file is
 *
 * **Errors** – {@link ConfigError} naming every module that cannot be used.
 */
export async function loadStages<T>(
  paths: readonly string[],
  directory: string,
): Promise<readonly Stage<T>[]> {
  const loaded = await Promise.allSettled(paths.map((path) => load<T>(path, directory)));
  const problems = loaded.flatMap((result, at) =>
    result.status === 'rejected' ? [`stages: ${paths[at] ?? ''}: ${String(result.reason)}`] : [],
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function load<T>(path: string, directory: string): Promise<Stage<T>> {
  const module = (await import(pathToFileURL(resolve(directory, path)).href)) as {
    readonly default?: unknown;
  };
  if (typeof module.default !== 'function') {
    throw new TypeError('its default export is not a stage, a function of the context');
  }
  return module.default as Stage<T>;
}
