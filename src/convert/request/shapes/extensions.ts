import { z } from 'zod';
import { byType, oneOfTypes, type ShapesByType } from './byType.ts';
import { absent, cacheControl, flag, marks, webUrl, whole, word } from './kinds.ts';

const noBudget = absent("only thinking of type 'enabled' has a budget.");
const noDisplay = absent('there is no thinking to display.');

const display = {
  display: z.enum(['summarized', 'omitted', 'updates']).nullish(),
  block_binding: z
    .looseObject({ prefix_mismatch_behavior: z.enum(['error', 'drop_block']).nullish() })
    .nullish(),
};

/** Ways to think; a budget that is missing or small is seen to elsewhere. */
const waysOfThinking: ShapesByType = {
  adaptive: z.looseObject({ budget_tokens: noBudget, ...display }),
  enabled: z.looseObject({ budget_tokens: z.number().nullish(), ...display }),
  disabled: z.looseObject({ budget_tokens: noBudget, display: noDisplay }),
  between_tools: z.looseObject({ budget_tokens: noBudget, display: noDisplay }),
};

/** How a model thinks that answers in another's place: nobody sees to that. */
const fallbackThinking = oneOfTypes({
  ...waysOfThinking,
  enabled: z.looseObject({ budget_tokens: z.int(), ...display }),
});

const effort = z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish();

const outputConfig = z.looseObject({
  effort,
  format: byType({
    json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()) }),
  }).nullish(),
  task_budget: z.looseObject({ type: z.string(), total: z.int(), remaining: whole }).nullish(),
});

/** A token of the header `anthropic-beta`. */
const isBeta = (token: string): boolean => /^[\w.:-]{0,128}$/.test(token.trim());
const expectedBeta = 'expected the name of a beta, such as context-management-2025-06-27.';

const betas = z
  .union([
    z.string().refine((list) => list.split(',').every(isBeta), expectedBeta),
    z.array(z.string().refine(isBeta, expectedBeta)),
  ])
  .nullish();

/** Anything else could smuggle a second header. */
const headerValue = z
  .string()
  .regex(/^[\x21-\x7e]{1,256}$/, 'expected an id of printable ASCII characters.')
  .nullish();

/**
 * Claude's own parameters a client may set beside OpenAI's: the outer shape of each, as far as it is
 * documented. Members nobody knows go as they are; they may be tomorrow's, and Claude says so if not.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 * @see https://platform.claude.com/docs/en/api/beta/messages
 */
export const extensions: Readonly<Record<string, z.ZodType>> = {
  thinking: byType(waysOfThinking).nullish(),
  output_config: outputConfig.nullish(),
  top_k: z.int().min(0).nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  system: z
    .union([
      z.string(),
      z.array(
        z.looseObject({
          type: z.literal('text'),
          text: z.string(),
          citations: z.array(z.looseObject({ type: z.string() })).nullish(),
          ...marks,
        }),
      ),
    ])
    .nullish(),
  cache_control: cacheControl,
  container: z
    .union([
      z.string(),
      z.looseObject({
        id: word,
        skills: z
          .array(
            z.looseObject({
              type: z.string(),
              skill_id: z.string(),
              version: z.string().optional(),
            }),
          )
          .nullish(),
      }),
    ])
    .nullish(),
  context_management: z
    .looseObject({ edits: z.array(z.looseObject({ type: z.string() })).optional() })
    .nullish(),
  mcp_servers: z
    .array(
      byType({
        url: z.looseObject({
          name: z.string(),
          url: webUrl,
          authorization_token: word,
          tool_configuration: z
            .looseObject({ enabled: flag, allowed_tools: z.array(z.string()).nullish() })
            .nullish(),
        }),
      }),
    )
    .nullish(),
  inference_geo: word,
  speed: z.enum(['standard', 'fast']).nullish(),
  diagnostics: z.looseObject({ previous_message_id: word }).nullish(),
  fallbacks: z
    .union([
      z.literal('default'),
      z.array(
        z.looseObject({
          model: z.string(),
          max_tokens: whole,
          speed: z.enum(['standard', 'fast']).nullish(),
          thinking: fallbackThinking.nullish(),
          output_config: outputConfig.nullish(),
        }),
      ),
    ])
    .nullish(),
  fallback_credit_token: z
    .union([
      z.string(),
      z.looseObject({ token: z.string(), mode: z.enum(['strict', 'best_effort']).optional() }),
    ])
    .nullish(),
  compaction: z.looseObject({ type: z.string(), instructions: word }).nullish(),
  billing_policy: z.looseObject({ type: z.string() }).nullish(),
  betas,
  anthropic_beta: betas,
  user_profile_id: headerValue,
  workspace_id: headerValue,
  anthropic_max_tokens: z.literal(0).nullish(),
  metadata: z.looseObject({ user_id: word }).nullish(),
};
