import type {
  ClaudeBlockParam,
  ClaudeMessageParam,
  ClaudeTextParam,
  ClaudeToolResultParam,
} from '../../claude/request.ts';
import type { AssistantTurn, OpenCall } from './assistantTurn.ts';
import { isReasoning } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import { refusal, unsupportedValue } from './refusals.ts';

interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  /** Stand before everything else in a user's turn. */
  readonly results: ClaudeToolResultParam[];
  readonly blocks: ClaudeBlockParam[];
}

/** Calls of one turn that share a key, which clients' ids sometimes do: position decides. */
interface PendingCalls {
  readonly calls: OpenCall[];
  /** Places of their results among the turn's results, in order. */
  readonly places: number[];
}

/** What a call is answered with that nobody answered. */
const NO_RESULT = 'No result was provided for this tool call.';
/** Claude wants the user to speak first. */
const FIRST_WORD = 'Begin.';

/**
 * Builds the turns of a conversation so that Claude takes them: one turn per side, the results of
 * all calls at the head of the turn right after them, system messages only where they may stand.
 *
 * **Errors** – `RequestError` for calls without results and results without calls, unless they are
 * to be repaired.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
 */
export class Turns {
  readonly #turns: Turn[] = [];
  readonly #conversion: Conversion;
  /** Calls of the last assistant's turn by what their results will name. */
  #calls = new Map<string, PendingCalls>();
  /** Late system text for which there was no legal place yet. */
  #late: ClaudeTextParam[] = [];

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  /** Adds what a user says. */
  user(blocks: readonly ClaudeBlockParam[]): void {
    if (blocks.length === 0) return;
    const turn = this.#userTurn();
    for (const block of blocks) turn.blocks.push(block);
  }

  /** Adds a tool's result; a second one for the same call goes into the first. */
  result(
    key: string,
    isLegacy: boolean,
    result: Omit<ClaudeToolResultParam, 'type' | 'tool_use_id'>,
    at: string,
  ): void {
    const pending = this.#calls.get(pendingKey(key, isLegacy));
    if (pending === undefined) {
      this.#orphan(key, at);
      return;
    }
    const { calls, places } = pending;
    const { results } = this.#userTurn();
    const call = calls[places.length];
    if (call !== undefined) {
      places.push(results.length);
      results.push({ type: 'tool_result', tool_use_id: call.id, ...result });
      return;
    }
    const place = places.at(-1) ?? 0;
    const first = results[place];
    if (first !== undefined) results[place] = withMore(first, result);
  }

  /** Adds a system message from mid-conversation. */
  system(blocks: readonly ClaudeTextParam[], at: string): void {
    if (blocks.length === 0) return;
    if (this.#keepsSystem) {
      this.#late.push(...blocks);
      return;
    }
    this.#conversion.concede.rewrite('system', {
      refusal: () => unsupportedValue(`${at}.role`, 'system'),
    });
    const last = this.#turns.at(-1);
    if (last?.role === 'user') last.blocks.push(...blocks.map(inTags));
    else this.#late.push(...blocks.map(inTags));
  }

  /** Adds an assistant's message. */
  assistant({ blocks, calls }: AssistantTurn): void {
    if (blocks.length === 0) return;
    this.#settleCalls();
    if (this.#keepsSystem && this.#turns.at(-1)?.role === 'user') this.#placeSystem();
    const last = this.#turns.at(-1);
    if (last?.role === 'assistant') continueTurn(last, blocks);
    else this.#turns.push({ role: 'assistant', results: [], blocks: [...blocks] });
    for (const call of calls) {
      const key = pendingKey(call.key, call.isLegacy);
      const pending = this.#calls.get(key) ?? { calls: [], places: [] };
      pending.calls.push(call);
      this.#calls.set(key, pending);
    }
  }

  /** The conversation, complete. */
  finish(): readonly ClaudeMessageParam[] {
    this.#settleCalls();
    if (this.#late.length > 0) this.#placeRest();
    if (this.#turns[0]?.role === 'assistant') {
      this.#conversion.concede.rewrite('messages', { value: 'assistant' });
      const blocks = [{ type: 'text', text: FIRST_WORD }];
      this.#turns.unshift({ role: 'user', results: [], blocks });
    }
    return this.#turns.map(({ role, results, blocks }) => ({
      role,
      content: results.length === 0 ? blocks : [...results, ...blocks],
    }));
  }

  get #keepsSystem(): boolean {
    const { settings, model } = this.#conversion;
    return (settings.midSystem ?? 'auto') === 'auto' && model.traits.midSystem;
  }

  #userTurn(): Turn {
    const last = this.#turns.at(-1);
    if (last?.role === 'user') return last;
    const turn: Turn = { role: 'user', results: [], blocks: [] };
    if (!this.#keepsSystem) turn.blocks.push(...this.#late.splice(0));
    this.#turns.push(turn);
    return turn;
  }

  #placeSystem(): void {
    if (this.#late.length === 0) return;
    this.#turns.push({ role: 'system', results: [], blocks: this.#late.splice(0) });
  }

  #placeRest(): void {
    if (this.#keepsSystem && this.#turns.at(-1)?.role === 'user') {
      this.#placeSystem();
      return;
    }
    // After an assistant's last word there is no place for a system message: the user passes it on.
    if (this.#keepsSystem) {
      this.#conversion.concede.rewrite('system', { param: 'messages', value: 'system' });
      this.user(this.#late.splice(0).map(inTags));
    } else {
      this.#userTurn();
    }
  }

  /** Before the conversation goes on, every call must have its result. */
  #settleCalls(): void {
    const open = [...this.#calls.values()].flatMap(({ calls, places }) =>
      calls.slice(places.length),
    );
    this.#calls = new Map();
    if (open.length === 0) return;
    const missing = open.filter(({ isLegacy }) => !isLegacy).map(({ key }) => key);
    if (missing.length > 0 && this.#conversion.settings.repairToolResults !== true) {
      throw refusal(
        'messages',
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.slice(0, 20).join(', ')}`,
      );
    }
    if (missing.length > 0) this.#conversion.concede.rewrite('messages');
    const { results } = this.#userTurn();
    for (const { id } of open) {
      results.push({ type: 'tool_result', tool_use_id: id, is_error: true, content: NO_RESULT });
    }
  }

  #orphan(key: string, at: string): void {
    const { settings, concede } = this.#conversion;
    const refused = refusal(
      `${at}.role`,
      `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. There is no such call: '${key.slice(0, 100).toWellFormed()}'.`,
    );
    if (settings.repairToolResults !== true) throw refused;
    concede.drop('messages', { refusal: () => refused });
  }
}

function pendingKey(key: string, isLegacy: boolean): string {
  return `${isLegacy ? 'function' : 'tool'} ${key}`;
}

function inTags(block: ClaudeTextParam): ClaudeTextParam {
  return { ...block, text: `<system>${block.text}</system>` };
}

/** Two messages of an assistant in a row are one turn, and a turn opens with its reasoning. */
function continueTurn(turn: Turn, more: readonly ClaudeBlockParam[]): void {
  const spoken = more.findIndex(({ type }) => !isReasoning(type));
  const place = turn.blocks.findIndex(({ type }) => !isReasoning(type));
  if (spoken > 0) turn.blocks.splice(place, 0, ...more.slice(0, spoken));
  for (const block of more.slice(spoken)) turn.blocks.push(block);
}

function withMore(
  first: ClaudeToolResultParam,
  { content, is_error, cache_control }: Omit<ClaudeToolResultParam, 'type' | 'tool_use_id'>,
): ClaudeToolResultParam {
  const both = [...asBlocks(first.content), ...asBlocks(content)];
  return {
    ...first,
    ...(both.length > 0 && { content: both }),
    ...(is_error !== undefined && { is_error }),
    ...(cache_control && { cache_control }),
  };
}

function asBlocks(content: ClaudeToolResultParam['content']): readonly ClaudeBlockParam[] {
  if (typeof content !== 'string') return content ?? [];
  return content.trim() === '' ? [] : [{ type: 'text', text: content }];
}
