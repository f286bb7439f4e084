import type { Channel } from '../channels/Channel.ts';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';
import type { RelayLog } from './log.ts';
import type { ModelCatalog, ModelRows } from './modelCatalog.ts';
import type { Auth } from './requireKey.ts';
import type { ClaudeStage, OpenAIStage } from './stages.ts';
import type { TurnMemory } from './turnMemory/turnMemory.ts';
import type { TurnStore } from './turnMemory/TurnStore.ts';

/** How a relay is set up. Everything but the channel has a default. */
export interface RelayOptions {
  /** Where Claude is. */
  readonly channel: Channel;
  /**
   * Who may use the relay: holders of one of `keys`, everybody (`none`), or everybody with a key of
   * their own, which then goes upstream (`passthrough`).
   *
   * @defaultValue `'keys'` when there are keys, else `'none'`
   */
  readonly auth?: Auth;
  /** Keys of the relay itself. */
  readonly keys?: readonly string[];
  /** Milliseconds of silence before a comment keeps the connection alive; 0 never. @defaultValue 15000 */
  readonly keepAliveMs?: number;
  /** Milliseconds a client may take nothing before it is dropped; 0 never. @defaultValue 120000 */
  readonly writeStallMs?: number;
  /** Longest request, in bytes. @defaultValue 32 MiB, which is also Anthropic's limit */
  readonly maxBodyBytes?: number;
  /** Tokens of a client's `anthropic-beta` header that go upstream: all, none, or these. @defaultValue true */
  readonly clientBetas?: boolean | readonly string[];
  /** Origins whose pages may use the relay from a browser; `*` for all. @defaultValue none */
  readonly corsOrigins?: readonly string[];
  /** How often one answer that Claude pauses is continued; 0 never. @defaultValue 5 */
  readonly maxContinuations?: number;
  /**
   * Where turns are remembered for clients that cannot bring Claude's thinking back: a store of any
   * kind, or nowhere.
   *
   * @defaultValue a store in memory, of 64 MiB and two hours
   */
  readonly turnStore?: TurnStore | 'none';
  /** What is known of models, over the built-in table and whatever the upstream says: rows by id. */
  readonly models?: ModelRows;
  /**
   * Milliseconds between two looks at what the upstream says of its models, the first at once; 0
   * never.
   *
   * @defaultValue 0; ten minutes where the relay is started by `marblegate`
   */
  readonly refreshModelsMs?: number;
  /** How requests are converted. */
  readonly request?: Omit<RequestSettings, 'clientBetas'>;
  /** Operators on what Claude says, first to last. */
  readonly claudeStages?: readonly ClaudeStage[];
  /** Operators on what the client is told, first to last. */
  readonly openaiStages?: readonly OpenAIStage[];
  /** @defaultValue says nothing */
  readonly log?: RelayLog;
  /** Whether to tell load balancers to send more; false while draining. @defaultValue always */
  readonly isReady?: () => boolean;
}

/** The options with every default filled in, and what was made of them. */
export interface RelaySettings extends Required<Omit<RelayOptions, 'turnStore'>> {
  readonly turnMemory: TurnMemory;
  readonly catalog: ModelCatalog;
}
