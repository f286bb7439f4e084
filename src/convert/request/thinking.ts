import type { ClaudeEffort, ClaudeThinkingConfig } from '../../claude/request.ts';
import type { OpenAIReasoningEffort, OpenAIRequest } from '../../openai/request.ts';
import type { ModelTraits } from '../models.ts';
import type { Conversion } from './Conversion.ts';
import { hidesReasoning, readThinkingWish, type ThinkingWish } from './thinkingWish.ts';

/** How Claude is told to think. Either may be absent: then the model's own ways are right. */
export interface ThinkingPlan {
  readonly thinking?: ClaudeThinkingConfig;
  readonly effort?: ClaudeEffort;
}

type Effort = Exclude<OpenAIReasoningEffort, 'none'>;

/** Tokens: below it a thinking model has nothing left for the answer. */
const SMALL_OUTPUT = 1024;
/** Tokens, Claude's limit. */
const LEAST_BUDGET = 1024;
/** Tokens, ours: longer thoughts need batch processing. */
const MOST_BUDGET = 32_000;

/** Share of the output limit that an effort may think for, where Claude wants a budget. */
const shares = {
  minimal: 0.05,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.95,
  max: 0.95,
} as const satisfies Record<Effort, number>;

const rising = ['low', 'medium', 'high', 'xhigh', 'max'] as const satisfies readonly ClaudeEffort[];

/**
 * Decides how Claude thinks. Three generations differ: those that think within a budget, those that
 * think adaptively when asked, and those that do so unless asked not to.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
export function planThinking(
  request: OpenAIRequest,
  maxTokens: number,
  conversion: Conversion,
): ThinkingPlan {
  const wish = readThinkingWish(request, conversion);
  const planner = new Planner(request, maxTokens, conversion);
  return planner.withEffort(planner.plan(wish));
}

/** Whether Claude will think under this plan. */
export function thinks({ thinking }: ThinkingPlan, traits: ModelTraits): boolean {
  return thinking === undefined ? traits.thinking.default !== 'off' : thinking.type !== 'disabled';
}

class Planner {
  readonly #request: OpenAIRequest;
  readonly #maxTokens: number;
  readonly #conversion: Conversion;
  readonly #traits: ModelTraits;

  constructor(request: OpenAIRequest, maxTokens: number, conversion: Conversion) {
    this.#request = request;
    this.#maxTokens = maxTokens;
    this.#conversion = conversion;
    this.#traits = conversion.model.traits;
  }

  plan(wish: ThinkingWish): ThinkingPlan {
    switch (wish.kind) {
      case 'nothing':
        return this.#unasked();
      case 'none':
        return this.#quiet(true);
      case 'effort':
        return this.#isAdaptive ? this.#adaptive(wish.effort) : this.#budgetFor(wish.effort);
      case 'budget':
        return this.#isAdaptive ? this.#insteadOfBudget(wish.tokens) : this.#budget(wish.tokens);
      case 'verbatim':
        return this.#verbatim(wish.thinking);
    }
  }

  /** Puts the client's own `output_config.effort` over the plan's, and keeps within what is taken. */
  withEffort(plan: ThinkingPlan): ThinkingPlan {
    const { thinking, effort: planned } = plan;
    const own = this.#request.output_config?.['effort'] as ClaudeEffort | null | undefined;
    const asked = own ?? planned;
    const most = this.#mostEffort(thinking);
    const effort = asked && this.#nearest(asked, most);
    if (own && effort === undefined) this.#conversion.concede.drop('output_config');
    if (effort !== undefined && effort !== asked) {
      this.#conversion.concede.clamp(own ? 'output_config' : 'reasoning_effort', { value: asked });
    }
    if (effort === planned) return plan;
    return { ...(thinking && { thinking }), ...(effort && { effort }) };
  }

  get #isAdaptive(): boolean {
    return this.#traits.thinking.modes.includes('adaptive');
  }

  #unasked(): ThinkingPlan {
    if (this.#traits.thinking.default === 'off') return {};
    const { max_completion_tokens, max_tokens } = this.#request;
    const limit = max_completion_tokens ?? max_tokens;
    // Titles and pings ask for a handful of tokens, and would get thoughts only.
    if (limit !== undefined && limit < SMALL_OUTPUT) return this.#quiet(false);
    return this.#adaptive();
  }

  #quiet(isAsked: boolean): ThinkingPlan {
    const { modes, default: byDefault } = this.#traits.thinking;
    if (byDefault === 'off') return {};
    if (modes.includes('disabled')) return { thinking: { type: 'disabled' } };
    if (modes.includes('between_tools')) return { thinking: { type: 'between_tools' } };
    if (isAsked) this.#conversion.concede.clamp('reasoning_effort', { value: 'none' });
    return this.#adaptive('low');
  }

  #adaptive(effort?: Effort): ThinkingPlan {
    const display = hidesReasoning(this.#request, this.#conversion)
      ? 'omitted'
      : (this.#conversion.settings.reasoningDisplay ?? 'summarized');
    const thinking: ClaudeThinkingConfig = { type: 'adaptive', display };
    return effort ? { thinking, effort: effort === 'minimal' ? 'low' : effort } : { thinking };
  }

  /** Adaptive models take no budget: its share of the limit says how hard to think. */
  #insteadOfBudget(tokens: number): ThinkingPlan {
    const share = tokens / Math.max(this.#maxTokens, 1);
    this.#conversion.concede.rewrite('reasoning', { value: tokens });
    if (share < 0.25) return this.#adaptive('low');
    if (share < 0.5) return this.#adaptive('medium');
    return this.#adaptive(share < 0.8 ? 'high' : 'xhigh');
  }

  #budgetFor(effort: Effort): ThinkingPlan {
    const plan = this.#budget(Math.floor(shares[effort] * this.#maxTokens));
    return { ...plan, effort: effort === 'minimal' ? 'low' : effort };
  }

  #budget(tokens: number): ThinkingPlan {
    const { modes } = this.#traits.thinking;
    if (!modes.includes('enabled') || this.#maxTokens <= LEAST_BUDGET) {
      this.#conversion.concede.drop('reasoning_effort');
      return {};
    }
    const most = Math.min(this.#maxTokens - 1, MOST_BUDGET);
    const budget_tokens = Math.min(Math.max(tokens, LEAST_BUDGET), most);
    const hidden = hidesReasoning(this.#request, this.#conversion);
    const display = hidden && this.#conversion.model.kind !== 'foreign' && { display: 'omitted' };
    return { thinking: { type: 'enabled', budget_tokens, ...display } };
  }

  /** Claude's own words are sent as they are, unless this model is known to refuse them. */
  #verbatim(thinking: Readonly<Record<string, unknown>>): ThinkingPlan {
    const { model, concede } = this.#conversion;
    const effort = claudeEffort(this.#request.reasoning_effort);
    const { type, budget_tokens } = thinking;
    const isBudget = type === 'enabled' && typeof budget_tokens === 'number';
    const modes: readonly unknown[] = this.#traits.thinking.modes;
    if (model.kind === 'foreign' || (modes.includes(type) && (type !== 'enabled' || isBudget))) {
      if (isBudget) return this.#fitted(thinking, budget_tokens);
      return {
        thinking: thinking as unknown as ClaudeThinkingConfig,
        ...(effort && { effort }),
      };
    }
    if (type === 'disabled' || type === 'between_tools') {
      if (this.#traits.thinking.default === 'off') return {};
      concede.rewrite('thinking', { value: type });
      return this.#quiet(false);
    }
    if (type !== 'enabled' && type !== 'adaptive') {
      concede.drop('thinking');
      return this.#unasked();
    }
    concede.rewrite('thinking', { value: type });
    if (isBudget)
      return this.#isAdaptive ? this.#insteadOfBudget(budget_tokens) : this.#budget(budget_tokens);
    return this.#isAdaptive ? this.#adaptive(effort ?? 'high') : this.#budgetFor(effort ?? 'high');
  }

  #fitted(thinking: Readonly<Record<string, unknown>>, tokens: number): ThinkingPlan {
    const { thinking: fitted } = this.#budget(Math.floor(tokens));
    if (fitted?.type !== 'enabled') return {};
    if (fitted.budget_tokens !== tokens && tokens < LEAST_BUDGET) {
      this.#conversion.concede.clamp('thinking', { value: tokens });
    }
    const budget_tokens = Math.min(Math.max(Math.floor(tokens), LEAST_BUDGET), this.#maxTokens - 1);
    return { thinking: { ...thinking, type: 'enabled', budget_tokens } };
  }

  #mostEffort(thinking: ClaudeThinkingConfig | undefined): ClaudeEffort | undefined {
    const { disabledMaxEffort, betweenToolsMaxEffort } = this.#traits.thinking;
    if (thinking?.type === 'disabled') return disabledMaxEffort;
    return thinking?.type === 'between_tools' ? betweenToolsMaxEffort : undefined;
  }

  /** The highest effort the model takes that is no higher than asked for and allowed. */
  #nearest(asked: ClaudeEffort, most: ClaudeEffort = 'max'): ClaudeEffort | undefined {
    const limit = Math.min(rising.indexOf(asked), rising.indexOf(most));
    return this.#traits.efforts.findLast((effort) => rising.indexOf(effort) <= limit);
  }
}

/** OpenAI's word for an effort in Claude's; undefined for none. */
function claudeEffort(effort: OpenAIReasoningEffort | undefined): ClaudeEffort | undefined {
  if (effort === 'none') return undefined;
  return effort === 'minimal' ? 'low' : effort;
}
