import { identity, type MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeBlock, ClaudeEvent } from '../../claude/events.ts';
import type { ClaudeBlockParam, ClaudeRequest } from '../../claude/request.ts';
import { findModel, type ModelTable } from '../../convert/models.ts';
import { calledTurns } from '../../convert/request/calledTurns.ts';
import { isRecord } from '../../convert/request/isRecord.ts';
import type { RequestSettings } from '../../convert/request/RequestSettings.ts';
import { turnToRemember } from '../../convert/turnToRemember.ts';
import { keepContent } from '../../operators/keepContent.ts';
import type { RelayLog } from '../log.ts';
import { patiently } from './patiently.ts';
import { turnKey, turnName } from './turnKey.ts';
import type { TurnStore } from './TurnStore.ts';

/** Milliseconds that a store may take: a request that waits longer goes on without it. */
const PATIENCE_MS = 500;

/** What the relay remembers of the turns Claude took, for clients that cannot bring them back. */
export interface TurnMemory {
  /**
   * Looks up the turns that a request speaks of, for `toClaudeRequest`. Never fails, and never takes
   * long: what cannot be remembered in time is not remembered.
   */
  recall(tenant: string | undefined, request: unknown): Promise<RecalledTurns>;
  /** Remembers what Claude says to a request, before its end is told. */
  remember(
    tenant: string | undefined,
    request: ClaudeRequest,
    circumstances: TurnCircumstances,
  ): MonoTypeOperatorFunction<ClaudeEvent>;
}

export interface RecalledTurns extends Pick<RequestSettings, 'restoreTurn'> {
  /** Name of the channel that took the last of them. */
  readonly takenAt?: string;
}

/** What is known of a turn besides what was said. */
export interface TurnCircumstances {
  readonly models: ModelTable;
  /** Name of the channel that takes it; asked when it is taken. */
  takenAt?(): string | undefined;
}

/** Remembers nothing. */
export const noTurnMemory: TurnMemory = {
  recall: () => Promise.resolve({}),
  remember: () => identity,
};

/**
 * Remembers turns in a store.
 *
 * Claude wants its thinking back, to the letter and in its place, for as long as a tool loop runs.
 * Clients of OpenAI's have no field for it and echo text and calls only; what is missing is put back
 * from here. A store that fails costs nothing but that.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function turnMemory(store: TurnStore, log: RelayLog): TurnMemory {
  const trying = patiently(log, PATIENCE_MS);
  return {
    async recall(tenant, request) {
      const turns = calledTurns(request);
      if (turns.length === 0) return {};
      const names = [...new Set(turns.map(turnName))];
      const keys = names.map((name) => turnKey(tenant ?? '', name));
      const found = await trying(() => store.get(keys));
      if (found === undefined) return {};
      const remembered = new Map(names.map((name, at) => [name, found[at]]));
      const takenAt = parsed(found.findLast((turn) => turn !== undefined))?.takenAt;
      return {
        restoreTurn: (ids) => parsed(remembered.get(turnName(ids)))?.turn,
        ...(takenAt !== undefined && { takenAt }),
      };
    },

    remember: (tenant, request, { models, takenAt }) =>
      mayLoseTurns(request, models)
        ? keepContent((content) => {
            const turn = turnToRemember(content);
            if (turn === undefined) return undefined;
            const key = turnKey(tenant ?? '', turnName(callsOf(turn)));
            const kept = trying(() => store.set(key, written({ turn, takenAt: takenAt?.() })));
            return kept instanceof Promise ? kept : undefined;
          })
        : identity,
  };
}

/** Whether an answer may call tools and hold what a client cannot bring back. */
function mayLoseTurns(
  { model, tools = [], thinking, mcp_servers }: ClaudeRequest,
  models: ModelTable,
): boolean {
  const isServed = tools.some(({ type }) => type !== undefined && type !== 'custom');
  if (isServed || mcp_servers !== undefined) return true;
  if (tools.length === 0) return false;
  return thinking === undefined
    ? findModel(model, models).traits.thinking.default !== 'off'
    : thinking.type !== 'disabled';
}

const callsOf = (turn: readonly ClaudeBlock[]): readonly string[] =>
  turn.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));

interface RememberedTurn<B> {
  readonly turn: readonly B[];
  readonly takenAt: string | undefined;
}

/** A turn of which no more is known is a mere list of blocks. */
const written = ({ turn, takenAt }: RememberedTurn<ClaudeBlock>): string =>
  JSON.stringify(takenAt === undefined ? turn : { turn, takenAt });

function parsed(text: string | undefined): RememberedTurn<ClaudeBlockParam> | undefined {
  if (text === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    const { turn, takenAt } = Array.isArray(json)
      ? { turn: json as readonly unknown[], takenAt: undefined }
      : (Object(json) as { readonly turn?: unknown; readonly takenAt?: unknown });
    if (!Array.isArray(turn) || !turn.every(isBlock)) return undefined;
    return { turn, takenAt: typeof takenAt === 'string' ? takenAt : undefined };
  } catch {
    return undefined; // not written by us
  }
}

const isBlock = (block: unknown): block is ClaudeBlockParam =>
  isRecord(block) && typeof block['type'] === 'string';
