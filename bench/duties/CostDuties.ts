import type { Kind } from '../fixture/kinds.ts';
import type { Many } from '../fixture/manyBlocks.ts';

/** A part of the road from the upstream's bytes to the client's text. */
export type Leg =
  'decodeSse' | 'parseEvents' | 'readEvents' | 'claudeToOpenAI' | 'encodeSse' | 'whole';
export type Flattening = 'map' | 'mapMany' | 'concatMap' | 'mergeMap';

/** Something without a socket that has a cost. */
export type Case =
  | { readonly of: 'leg'; readonly leg: Leg; readonly kind: Kind }
  | { readonly of: 'flattening'; readonly how: Flattening }
  | { readonly of: 'growth'; readonly many: Many; readonly count: number }
  | { readonly of: 'stages'; readonly stages: number; readonly plain: boolean }
  | { readonly of: 'request'; readonly messages: number; readonly chars: number };

export interface CaseCost {
  /** Nanoseconds an item, the median of the samples: an event, a value, a message of the history. */
  readonly nsPerItem: number;
  /** Half the range of the samples, as a share of the median. */
  readonly spread: number;
}

export type CostDuties = {
  measure(question: { readonly case: Case; readonly quick: boolean }): CaseCost;
};
