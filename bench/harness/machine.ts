import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { coresArePinned } from './children.ts';

/** Where and on what a run was made: without it, figures cannot be compared. */
export interface Machine {
  readonly at: string;
  readonly node: string;
  readonly v8: string;
  readonly cpu: string;
  readonly cores: number;
  readonly coresArePinned: boolean;
  readonly linux: string;
  /** Processes waiting for a core when the run began; above 1, the figures are noisy. */
  readonly loadAverage: number;
  readonly commit: string;
  readonly versions: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const ingredients = ['rxjs', 'koa', '@koa/router', 'got', 'eventsource-parser'];

export function describeMachine(): Machine {
  return {
    at: new Date().toISOString(),
    node: process.version,
    v8: process.versions.v8,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    coresArePinned,
    linux: release(),
    loadAverage: loadavg()[0] ?? NaN,
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'src') && '+'),
    versions: Object.fromEntries(ingredients.map((name) => [name, versionOf(name)])),
  };
}

const git = (...args: readonly string[]): string =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(`${root}node_modules/${name}/package.json`, 'utf8'),
  );
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
