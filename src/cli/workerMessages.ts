import type { Settings } from './Settings.ts';

/** What the primary tells a worker: what to serve, where it asks; and when to stop. */
export type ToWorker = { readonly settings: Settings } | { readonly drainWithinMs: number };

/** What a worker tells the primary: that it can be told, that it listens, or why it cannot. */
export type FromWorker =
  { readonly asks: 'settings' } | { readonly url: string } | { readonly problem: string };

/**
 * Carries a worker's number to it. Without it a process is no worker of ours, even where somebody
 * else's cluster has started it.
 */
export const WORKER_VARIABLE = 'MARBLEGATE_WORKER';
