import { readFileSync } from 'node:fs';

/** This package's version, as its `package.json` says. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  }
).version;
