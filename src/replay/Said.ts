import type {
  ClaudeBlock,
  ClaudeCitation,
  ClaudeEvent,
  ClaudeStopDetails,
  ClaudeStopReason,
} from '../claude/events.ts';
import type { UpstreamError } from '../errors.ts';

/** A content block as it will be told, before it is cut into deltas. */
export type SpokenBlock =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly citations?: readonly ClaudeCitation[];
    }
  | {
      readonly type: 'thinking';
      readonly thinking: string;
      /** Missing where the thought was cut off by `max_tokens`. */
      readonly signature?: string;
    }
  | {
      readonly type: 'tool_use' | 'server_tool_use';
      readonly id: string;
      readonly name: string;
      /** The arguments as JSON text; empty: no delta but an empty one; undefined: none at all. */
      readonly json: string | undefined;
      /** Longest delta, in characters. @defaultValue 16 */
      readonly grain?: number;
    }
  | { readonly type: 'whole'; readonly block: ClaudeBlock };

/** A message Claude would give: its blocks and why they end. */
export interface Said {
  readonly blocks: readonly SpokenBlock[];
  readonly stop_reason: ClaudeStopReason;
  readonly stop_sequence?: string;
  readonly stop_details?: ClaudeStopDetails;
}

/** How the bytes are laid on the wire, where that is what a scenario is about. */
export interface Wire {
  /** @defaultValue `'\n'` */
  readonly lineEnd?: '\n' | '\r\n';
  /** Cut the bytes into pieces of this many. @defaultValue as the pace has it */
  readonly pieceBytes?: number;
  /** Write everything beyond ASCII as `\u` escapes. @defaultValue false */
  readonly escaped?: boolean;
  /** Stop in the middle of the last event. @defaultValue false */
  readonly torn?: boolean;
  /** Wait before the first event, in paces. @defaultValue 10 */
  readonly startPaces?: number;
}

/** What is sent back for one request: an HTTP error, or events and how their stream ends. */
export type Answer =
  | { readonly refused: UpstreamError }
  | {
      readonly refused?: never;
      readonly events: readonly ClaudeEvent[];
      /** After the last event: the end of the bytes, a broken connection, or nothing, for ever. */
      readonly then?: 'end' | 'reset' | 'silence';
      readonly wire?: Wire;
    };
