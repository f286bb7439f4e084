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
import type { ResultContent } from './toolResult.ts';

interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  /** Results of a user's turn; stand before everything else. */
  readonly results: Result[];
  /** Reasoning an assistant's turn opens with. */
  readonly reasoning: ClaudeBlockParam[];
  readonly blocks: ClaudeBlockParam[];
}

/** The result of one call; clients sometimes send it in several messages. */
interface Result {
  readonly id: string;
  readonly pieces: ResultContent[];
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
  readonly #calls = new Map<string, PendingCalls>();
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
  result(key: string, isLegacy: boolean, result: ResultContent, at: string): void {
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
      results.push({ id: call.id, pieces: [result] });
    } else {
      results[places.at(-1) ?? 0]?.pieces.push(result);
    }
  }

  /** Adds a system message from mid-conversation. */
  system(blocks: readonly ClaudeTextParam[], at: string): void {
    if (blocks.length === 0) return;
    if (this.#keepsSystem) {
      for (const block of blocks) this.#late.push(block);
      return;
    }
    this.#conversion.concede.rewrite('system', {
      refusal: () => unsupportedValue(`${at}.role`, 'system'),
    });
    const last = this.#turns.at(-1);
    const place = last?.role === 'user' ? last.blocks : this.#late;
    for (const block of blocks) place.push(inTags(block));
  }

  /** Adds an assistant's message. */
  assistant({ blocks, calls }: AssistantTurn): void {
    if (blocks.length === 0) return;
    this.#settleCalls();
    if (this.#keepsSystem && this.#turns.at(-1)?.role === 'user') this.#placeSystem();
    const last = this.#turns.at(-1);
    const turn = last?.role === 'assistant' ? last : this.#open('assistant');
    let hasSpoken = false;
    for (const block of blocks) {
      hasSpoken ||= !isReasoning(block.type);
      (hasSpoken ? turn.blocks : turn.reasoning).push(block);
    }
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
      this.#turns.unshift(turnOf('user', [{ type: 'text', text: FIRST_WORD }]));
    }
    return this.#turns.map(({ role, results, reasoning, blocks }) => ({
      role,
      content:
        results.length + reasoning.length === 0
          ? blocks
          : [...results.map(toResult), ...reasoning, ...blocks],
    }));
  }

  get #keepsSystem(): boolean {
    const { settings, model } = this.#conversion;
    return (settings.midSystem ?? 'auto') === 'auto' && model.traits.midSystem;
  }

  #userTurn(): Turn {
    const last = this.#turns.at(-1);
    if (last?.role === 'user') return last;
    return this.#open('user', this.#keepsSystem ? [] : this.#late.splice(0));
  }

  #open(role: Turn['role'], blocks: ClaudeBlockParam[] = []): Turn {
    const turn = turnOf(role, blocks);
    this.#turns.push(turn);
    return turn;
  }

  #placeSystem(): void {
    if (this.#late.length > 0) this.#open('system', this.#late.splice(0));
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
    if (this.#calls.size === 0) return;
    const open = [...this.#calls.values()].flatMap(({ calls, places }) =>
      calls.slice(places.length),
    );
    this.#calls.clear();
    if (open.length === 0) return;
    const missing = open.filter(({ isLegacy }) => !isLegacy).map(({ key }) => key);
    if (missing.length > 0) {
      const refused = refusal(
        'messages',
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.slice(0, 20).join(', ')}`,
      );
      if (this.#conversion.settings.repairToolResults !== true) throw refused;
      this.#conversion.concede.rewrite('messages', { refusal: () => refused });
    }
    const { results } = this.#userTurn();
    for (const { id } of open) {
      results.push({ id, pieces: [{ is_error: true, content: NO_RESULT }] });
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

function turnOf(role: Turn['role'], blocks: ClaudeBlockParam[]): Turn {
  return { role, results: [], reasoning: [], blocks };
}

function toResult({ id, pieces }: Result): ClaudeToolResultParam {
  const [only] = pieces;
  const all = pieces.length === 1 && only !== undefined ? only : joined(pieces);
  return { type: 'tool_result', tool_use_id: id, ...all };
}

function joined(pieces: readonly ResultContent[]): ResultContent {
  const content = pieces.flatMap((piece) => asBlocks(piece.content));
  const cache_control = pieces.findLast((piece) => piece.cache_control)?.cache_control;
  return {
    ...(content.length > 0 && { content }),
    ...(pieces.some(({ is_error }) => is_error) && { is_error: true }),
    ...(cache_control && { cache_control }),
  };
}

function asBlocks(content: ClaudeToolResultParam['content']): readonly ClaudeBlockParam[] {
  if (typeof content !== 'string') return content ?? [];
  return content.trim() === '' ? [] : [{ type: 'text', text: content }];
}
