import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds the command line as it is now, into a directory of its own, for specs that start processes.
 *
 * @returns the directory; the program is `dist/cli.js` in it
 */
export async function buildCli(): Promise<string> {
  const cache = join(process.cwd(), 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, 'marblegate-cli-'));
  await cp('package.json', join(directory, 'package.json'));
  await build({
    entryPoints: ['src/cli.ts'],
    outfile: join(directory, 'dist', 'cli.js'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return directory;
}
