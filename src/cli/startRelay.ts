import { createRelay } from '../relay/createRelay.ts';
import { lendPackages } from '../relay/lendPackages.ts';
import { loadStages } from '../relay/loadStages.ts';
import type { RelayLog } from '../relay/log.ts';
import { openChannel } from '../relay/openChannel.ts';
import { recordAsConfigured } from '../relay/recordAsConfigured.ts';
import { type RunningRelay, serve } from '../relay/serve.ts';
import { openTurnStore } from '../relay/turnMemory/openTurnStore.ts';
import type { Settings } from './Settings.ts';

/**
 * Opens what the configuration names, and listens. Load balancers are told that it is ready until it
 * drains.
 *
 * **Errors** – `ConfigError` for what the configuration names and is not there; what Node says when
 * it cannot listen.
 */
export async function startRelay(
  { config, directory }: Settings,
  log: RelayLog,
): Promise<RunningRelay> {
  let draining = false;
  const relay = createRelay({
    ...config.relay,
    channel: recordAsConfigured(
      openChannel(config.channel, config.routing),
      config,
      directory,
      log,
    ),
    ...(await loadStages(config.stages, { directory, log, beforeImport: lendPackages })),
    turnStore: await openTurnStore(config.turnMemory),
    log,
    isReady: () => !draining,
  });
  const { url, drain } = await serve(relay, config);
  return {
    url,
    drain(withinMs) {
      draining = true;
      return drain(withinMs);
    },
  };
}
