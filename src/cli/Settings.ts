import type { RelayConfig } from '../relay/config.ts';

/** The configuration once it is read, and the directory that paths in it are relative to. */
export interface Settings {
  readonly config: RelayConfig;
  readonly directory: string;
}
