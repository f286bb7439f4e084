import type { Concessions } from './Concessions.ts';
import type { RequestSettings } from './RequestSettings.ts';
import type { ResolvedModel } from './resolveModel.ts';
import type { UpstreamTraits } from './upstreams.ts';

/** What every step of one conversion may look at. */
export interface Conversion {
  readonly settings: RequestSettings;
  readonly model: ResolvedModel;
  readonly upstream: UpstreamTraits;
  /** Told of everything the request loses. */
  readonly concede: Concessions;
}
