import type { ClaudeEffort } from '../claude/request.ts';

/** How a model takes orders about thinking. */
export interface ThinkingTraits {
  /** Values of `thinking.type` it accepts. */
  readonly modes: readonly ('adaptive' | 'enabled' | 'disabled' | 'between_tools')[];
  /** What happens when `thinking` is left out; `always` cannot be switched off at all. */
  readonly default: 'off' | 'on' | 'always';
  /** The highest effort at which `disabled` is accepted. */
  readonly disabledMaxEffort?: ClaudeEffort;
  /** The highest effort at which `between_tools` is accepted. */
  readonly betweenToolsMaxEffort?: ClaudeEffort;
}

/** What a model can do and what it refuses. */
export interface ModelTraits {
  readonly aliases?: readonly string[];
  /** Tokens; null where nobody knows. */
  readonly contextWindow: number | null;
  /** Most output tokens; null where nobody knows. */
  readonly maxOutput: number | null;
  /** Tokens asked for when the client sets no limit and `maxOutput` is null. */
  readonly defaultMaxTokens?: number;
  /** Date, `YYYY-MM-DD`, approximate: only good for OpenAI's `created`. */
  readonly released?: string;
  readonly status?: 'active' | 'deprecated' | 'retired';
  /** Date, `YYYY-MM-DD`, after which the model is gone from Anthropic's own API. */
  readonly retires?: string;
  readonly thinking: ThinkingTraits;
  /** Accepted values of `output_config.effort`, rising; empty: the field is refused. */
  readonly efforts: readonly ClaudeEffort[];
  /** Takes `temperature`, `top_p` and `top_k`. */
  readonly sampling: boolean;
  /** Takes `temperature` and `top_p` in one request. */
  readonly samplesBoth: boolean;
  /** Continues an assistant message it is given as the last one. */
  readonly prefill: boolean;
  /** Lets itself be forced to call a tool. */
  readonly forcedToolChoice: boolean;
  /** Binds a thinking block to exactly what stood before it. */
  readonly preservedThinking: boolean;
  /** Takes system messages in mid-conversation. */
  readonly midSystem: boolean;
  /** Takes `output_config.format` and strict tools. */
  readonly structured: boolean;
}

/** All models known, and what to believe of the others. */
export interface ModelTable {
  readonly models: Readonly<Record<string, ModelTraits>>;
  /** A `claude-…` nobody has heard of: the newest rules, and nothing that could be refused. */
  readonly unknownClaude: ModelTraits;
  /** Some other vendor's model behind an upstream that speaks Claude's language. */
  readonly foreign: ModelTraits;
}

/** Where a model id was found in a table. */
export interface FoundModel {
  readonly traits: ModelTraits;
  readonly kind: 'known' | 'unknown' | 'foreign';
  /** The row's own id; undefined for the two fallbacks. */
  readonly row?: string;
}

/** The fifth generation: thinks by itself, takes no sampling parameters. */
const fifth = {
  contextWindow: 1_000_000,
  maxOutput: 128_000,
  status: 'active',
  thinking: { modes: ['adaptive'], default: 'always' },
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  sampling: false,
  samplesBoth: false,
  prefill: false,
  forcedToolChoice: true,
  preservedThinking: false,
  midSystem: true,
  structured: true,
} as const satisfies ModelTraits;

/** Since summer 2026: refuses forced tools, binds thinking to its prefix. */
const unforced = { ...fifth, forcedToolChoice: false, preservedThinking: true } as const;

/** 4.6: the last generation with sampling, the first with adaptive thinking. */
const sixth = {
  ...fifth,
  thinking: { modes: ['adaptive', 'disabled', 'enabled'], default: 'off' },
  efforts: ['low', 'medium', 'high', 'max'],
  sampling: true,
  midSystem: false,
} as const satisfies ModelTraits;

/** 4.5 and before: thinks within a budget, continues prefilled answers. */
const budgeted = {
  ...sixth,
  contextWindow: 200_000,
  maxOutput: 64_000,
  status: 'deprecated',
  thinking: { modes: ['disabled', 'enabled'], default: 'off' },
  efforts: [],
  prefill: true,
} as const satisfies ModelTraits;

/** Gone from Anthropic's own API, still served by others. */
const retired = { ...budgeted, status: 'retired', structured: false } as const;

/** Before thinking was invented. */
const unthinking = {
  ...retired,
  samplesBoth: true,
  thinking: { modes: [], default: 'off' },
} as const;

/**
 * The built-in model table.
 *
 * @see https://platform.claude.com/docs/en/about-claude/models/overview
 */
export const models: ModelTable = {
  models: {
    'claude-fable-5-2': { ...unforced, released: '2026-11-09' },
    'claude-mythos-5-2': { ...unforced, released: '2026-11-09' },
    'claude-fable-5-1': { ...unforced, released: '2026-09-15' },
    'claude-mythos-5-1': { ...unforced, released: '2026-09-15' },
    'claude-opus-5-5': { ...unforced, released: '2026-09-22' },
    'claude-sonnet-5-5': {
      ...unforced,
      released: '2026-09-28',
      thinking: {
        modes: ['adaptive', 'between_tools'],
        default: 'on',
        betweenToolsMaxEffort: 'high',
      },
    },
    'claude-haiku-5-5': {
      ...unforced,
      released: '2026-10-07',
      forcedToolChoice: true,
      thinking: { modes: ['adaptive', 'disabled'], default: 'on', disabledMaxEffort: 'high' },
    },
    'claude-fable-5': { ...fifth, released: '2026-06-09' },
    'claude-mythos-5': { ...fifth, released: '2026-06-09' },
    'claude-opus-5': {
      ...fifth,
      released: '2026-07-24',
      thinking: { modes: ['adaptive', 'disabled'], default: 'on', disabledMaxEffort: 'high' },
    },
    'claude-sonnet-5': {
      ...fifth,
      released: '2026-06-30',
      thinking: { modes: ['adaptive', 'disabled'], default: 'on' },
      midSystem: false,
    },
    'claude-opus-4-8': {
      ...fifth,
      released: '2026-05-28',
      thinking: { modes: ['adaptive', 'disabled'], default: 'off' },
    },
    'claude-opus-4-7': {
      ...fifth,
      released: '2026-04-16',
      thinking: { modes: ['adaptive', 'disabled'], default: 'off' },
      midSystem: false,
    },
    'claude-mythos-preview': {
      ...fifth,
      released: '2026-04-07',
      status: 'deprecated',
      retires: '2026-06-30',
      thinking: { modes: ['adaptive', 'enabled'], default: 'on' },
      efforts: ['low', 'medium', 'high', 'max'],
      forcedToolChoice: false,
      midSystem: false,
    },
    'claude-opus-4-6': { ...sixth, released: '2026-02-05' },
    'claude-sonnet-4-6': { ...sixth, released: '2026-02-17' },
    'claude-opus-4-5-20251101': {
      ...budgeted,
      aliases: ['claude-opus-4-5'],
      released: '2025-11-24',
      retires: '2027-01-22',
      efforts: ['low', 'medium', 'high'],
    },
    'claude-sonnet-4-5-20250929': {
      ...budgeted,
      aliases: ['claude-sonnet-4-5'],
      released: '2025-09-29',
      retires: '2026-11-30',
    },
    'claude-haiku-4-5-20251001': {
      ...budgeted,
      aliases: ['claude-haiku-4-5'],
      released: '2025-10-15',
      status: 'active',
    },
    'claude-opus-4-1-20250805': {
      ...retired,
      aliases: ['claude-opus-4-1'],
      released: '2025-08-05',
      retires: '2026-08-05',
      maxOutput: 32_000,
    },
    'claude-opus-4-20250514': {
      ...retired,
      aliases: ['claude-opus-4-0'],
      released: '2025-05-22',
      maxOutput: 32_000,
      samplesBoth: true,
    },
    'claude-sonnet-4-20250514': {
      ...retired,
      aliases: ['claude-sonnet-4-0'],
      released: '2025-05-22',
      samplesBoth: true,
    },
    'claude-3-7-sonnet': { ...retired, released: '2025-02-24', samplesBoth: true },
    'claude-3-5-sonnet': { ...unthinking, released: '2024-06-20', maxOutput: 8_192 },
    'claude-3-5-haiku': { ...unthinking, released: '2024-10-22', maxOutput: 8_192 },
    'claude-3': { ...unthinking, released: '2024-03-04', maxOutput: 4_096 },
  },
  unknownClaude: {
    ...fifth,
    thinking: { modes: ['adaptive'], default: 'on' },
    midSystem: false,
  },
  foreign: {
    ...budgeted,
    contextWindow: null,
    maxOutput: null,
    defaultMaxTokens: 32_000,
    status: 'active',
    samplesBoth: true,
    structured: false,
  },
};

/**
 * The table with rows added or altered: a row named again keeps what is not said anew, a new one
 * starts from what is believed of unknown models.
 */
export function extendModels(
  rows: Readonly<Record<string, Partial<ModelTraits>>>,
  table: ModelTable = models,
): ModelTable {
  const added = Object.entries(rows).map(([id, row]): [string, ModelTraits] => {
    const { traits, row: like } = findModel(id, table);
    // The names of a row that it only resembles are not its own.
    const { aliases = [], ...own } = traits;
    return [id, { ...own, ...(like === id && aliases.length > 0 && { aliases }), ...row }];
  });
  return { ...table, models: { ...table.models, ...Object.fromEntries(added) } };
}

/**
 * What is known of a model: by exact id, then alias, then the longest known id the name begins
 * with. A further version number is no mere suffix: `claude-opus-5-9` is not `claude-opus-5`.
 */
export function findModel(id: string, table: ModelTable = models): FoundModel {
  const exact = rowNamed(id, table);
  if (exact !== undefined) return exact;
  const name = claudeName(id);
  if (name === undefined) return { traits: table.foreign, kind: 'foreign' };
  return (
    rowNamed(name, table) ??
    rowBeginning(name, table) ?? { traits: table.unknownClaude, kind: 'unknown' }
  );
}

/**
 * The name Anthropic knows a model by, out of the forms of clouds and routers
 * (`us.anthropic.claude-…-v1:0`, `claude-haiku-4-5@20251001`, `anthropic/claude-haiku-4.5`);
 * undefined for other vendors' models.
 */
export function claudeName(id: string): string | undefined {
  if (id.startsWith('replay/')) return undefined;
  return /(?:^|[/.:])(claude-[^/]*)$/
    .exec(id)?.[1]
    ?.replace(/-v\d+(?::\d+)?$/, '')
    .replace('@', '-')
    .replace(/(?<=-\d{1,2})\.(?=\d)/, '-');
}

function rowNamed(name: string, { models }: ModelTable): FoundModel | undefined {
  const own = Object.hasOwn(models, name) ? models[name] : undefined;
  if (own !== undefined) return { traits: own, kind: 'known', row: name };
  for (const row in models) {
    const traits = models[row];
    if (traits?.aliases?.includes(name) === true) return { traits, kind: 'known', row };
  }
  return undefined;
}

function rowBeginning(name: string, { models }: ModelTable): FoundModel | undefined {
  let longest = '';
  let found: FoundModel | undefined;
  for (const [row, traits] of Object.entries(models)) {
    for (const known of [row, ...(traits.aliases ?? [])]) {
      if (known.length > longest.length && isSuffixed(name, known)) {
        longest = known;
        found = { traits, kind: 'known', row };
      }
    }
  }
  return found;
}

function isSuffixed(name: string, known: string): boolean {
  return name.startsWith(known) && /^[-@:](?!\d{1,2}(?:\D|$))/.test(name.slice(known.length));
}
