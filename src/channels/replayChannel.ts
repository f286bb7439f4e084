import { defer, of, tap } from 'rxjs';
import { decodeSse } from '../operators/decodeSse.ts';
import { parseEvents } from '../operators/parseEvents.ts';
import { replayBytes, type ReplayOptions } from '../replay/replayBytes.ts';
import { inputTokens } from '../replay/toEvents.ts';
import { scenarios } from '../replay/scenarios.ts';
import type { Channel, ChannelModel } from './Channel.ts';

/**
 * A channel that needs no key and no network: answers are made up inside the process.
 *
 * They are written as bytes and read back the way a real upstream's are, so whatever lies behind
 * the channel sees no difference. `replay/<scenario>` as the model asks for a shape of stream that
 * clients have stumbled over; any other model answers as Claude would, tools and all.
 *
 * **Errors** – `UpstreamError` and `ConnectionError` where a scenario is about them.
 */
export function replayChannel(options: ReplayOptions = {}): Channel {
  return {
    name: 'replay',
    messages(call) {
      return replayBytes(call.body, {
        ...options,
        demand$: call.demand$,
        onHead: (head) => {
          call.onHead(head);
        },
      }).pipe(
        tap((bytes) => call.onBytes?.(bytes)),
        decodeSse(),
        parseEvents(),
      );
    },
    countTokens(call) {
      return defer(() => {
        call.onHead({ status: 200, headers: {} });
        return of(inputTokens(call.body));
      });
    },
    models() {
      return of(models);
    },
  } satisfies Channel;
}

const models: readonly ChannelModel[] = ['claude', ...scenarios.keys()].map((name) => ({
  id: `replay/${name}`,
  // 2025-01-01: the list is the same whenever it is asked for.
  created: 1_735_689_600,
  ownedBy: 'marblegate',
}));
