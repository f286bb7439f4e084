import type { ClaudeMessageParam, ClaudeRequest, ClaudeTextParam } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import type { AnswerOptions } from '../answerOptions.ts';
import { adaptToUpstream } from './adaptToUpstream.ts';
import { blocksIn } from './blocksIn.ts';
import { cache } from './caching.ts';
import { Concessions } from './Concessions.ts';
import type { Conversion } from './Conversion.ts';
import {
  allowedExtensions,
  bodyExtensions,
  collectBetas,
  headerExtensions,
  onlyAllowed,
  outputExtensions,
  systemExtension,
} from './extensions.ts';
import { concedeLost } from './lostParameters.ts';
import { toMaxTokens } from './maxTokens.ts';
import { isRecord } from './isRecord.ts';
import { toDialogue } from './messages.ts';
import { inGivenWords, modernise } from './modernise.ts';
import { endConversation } from './prefill.ts';
import { readRequest } from './readRequest.ts';
import { unsupportedValue } from './refusals.ts';
import type { ConvertedRequest, RequestSettings } from './RequestSettings.ts';
import { resolveModel } from './resolveModel.ts';
import { toAnswerForm } from './responseFormat.ts';
import { toSampling } from './sampling.ts';
import { toService } from './serviceTier.ts';
import { toStopSequences } from './stopSequences.ts';
import { planThinking, thinks } from './thinking.ts';
import { settleThinking } from './thinkingInHistory.ts';
import { hidesReasoning } from './thinkingWish.ts';
import { isForced, type ToolDecision, toToolChoice } from './toolChoice.ts';
import { calledTools, nameTools, type ToolNames } from './toolNames.ts';
import { forgottenTools, toolName, toTools } from './tools.ts';
import { toUserId } from './userId.ts';
import { upstreams } from './upstreams.ts';
import { toWebSearch } from './webSearch.ts';
import { without } from './without.ts';

/**
 * Puts a request to OpenAI's chat completions in Claude's words.
 *
 * Claude is always asked for a stream; an answer in one piece is that stream, collected. Whatever
 * the request loses on the way is named in `warnings`, or refused by a strict relay.
 *
 * **Errors** – `RequestError` for everything that cannot be said to Claude, with OpenAI's sentence,
 * code and path.
 *
 * @param input - parsed JSON, of whatever shape
 * @see https://platform.openai.com/docs/api-reference/chat/create
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toClaudeRequest(input: unknown, settings: RequestSettings = {}): ConvertedRequest {
  const given = readRequest(input);
  const conversion: Conversion = {
    settings,
    model: resolveModel(given.model, settings),
    upstream: upstreams[settings.upstream ?? 'anthropic'],
    concede: new Concessions(settings.unsupported),
  };
  const allowed = allowedExtensions(settings);
  concedeLost(given, allowed, conversion);
  const request = modernise(onlyAllowed(given, allowed));

  const called = calledTools(request.messages);
  const names = nameTools([
    ...(request.tools ?? []).flatMap((tool) => toolName(tool) ?? []),
    ...called,
  ]);
  const { customTools, decision } = inGivenWords(given, () => {
    const { tools, customTools } = toTools(request.tools ?? [], names, conversion);
    const webSearch = toWebSearch(request, tools, conversion);
    const all = webSearch ? [...tools, webSearch] : tools;
    return { customTools, decision: toToolChoice(request, all, names, conversion) };
  });
  const form = toAnswerForm(request, conversion);
  const maxTokens = toMaxTokens(request, conversion);

  const planned = planThinking(request, maxTokens, conversion);
  const isForcedInBudget = planned.thinking?.type === 'enabled' && isForced(decision.choice);
  if (isForcedInBudget) conversion.concede.drop('reasoning_effort');

  // Thinking depends on whether the history holds its signatures, sampling on thinking.
  const dialogue = toDialogue(request.messages, names, conversion);
  const { plan, messages } = settleThinking(
    isForcedInBudget ? without(planned, ['thinking']) : planned,
    dialogue.messages,
    conversion,
  );
  const isThinking = thinks(plan, conversion.model.traits);
  const sampling = toSampling(request, isThinking, conversion);
  const own = outputExtensions(request, form.format !== undefined, conversion);
  const isFormed = form.format !== undefined || own['format'] !== undefined;
  if (isFormed && isCited(messages)) {
    throw unsupportedValue(form.format ? 'response_format' : 'output_config.format', 'json_schema');
  }

  const output = {
    ...own,
    ...(plan.effort && { effort: plan.effort }),
    ...(form.format && { format: form.format }),
  };
  const system = [
    ...systemExtension(request),
    ...dialogue.system,
    ...[form.hint, decision.hint].flatMap((text): ClaudeTextParam[] =>
      text === undefined ? [] : [{ type: 'text', text }],
    ),
  ];
  const stop_sequences = toStopSequences(request, conversion);
  const user_id = toUserId(request, conversion);
  const body: ClaudeRequest = {
    ...bodyExtensions(request, allowed),
    model: conversion.model.id,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length > 0 && { system }),
    messages: endConversation(messages, !isThinking && !isFormed, conversion),
    ...toolMembers(decision, called, names),
    ...(plan.thinking && { thinking: plan.thinking }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...sampling,
    ...(stop_sequences && { stop_sequences }),
    ...(user_id !== undefined && { metadata: { user_id } }),
    ...toService(request, conversion),
  };
  const adapted = adaptToUpstream(
    plainSystem(cache(body, request, conversion)),
    request,
    conversion,
  );
  return {
    body: adapted,
    betas: collectBetas(request, adapted, conversion),
    headers: headerExtensions(request),
    warnings: conversion.concede.warnings,
    stream: given.stream ?? false,
    answer: answerOptions(
      given,
      {
        ...(customTools.size > 0 && { customTools }),
        ...(names.changed.size > 0 && { toolNames: names.changed }),
        ...(form.hint !== undefined && { jsonFence: true }),
      },
      conversion,
    ),
  };
}

function toolMembers(
  { tools, choice }: ToolDecision,
  called: ReadonlySet<string>,
  names: ToolNames,
): Pick<ClaudeRequest, 'tools' | 'tool_choice'> {
  if (tools.length > 0) return { tools, ...(choice && { tool_choice: choice }) };
  if (called.size === 0) return {};
  return { tools: forgottenTools(called, names), tool_choice: { type: 'none' } };
}

/** One plain system text is a string, as everybody writes it. */
function plainSystem(body: ClaudeRequest): ClaudeRequest {
  const { system } = body;
  if (system === undefined || typeof system === 'string' || system.length !== 1) return body;
  const [only] = system;
  return only === undefined || only.cache_control ? body : { ...body, system: only.text };
}

/** What may be cited: the model would have to break off its JSON for it. */
const citable: ReadonlySet<unknown> = new Set(['document', 'search_result']);

function isCited(messages: readonly ClaudeMessageParam[]): boolean {
  return blocksIn(messages).some(
    ({ type, citations }) =>
      citable.has(type) && isRecord(citations) && citations['enabled'] === true,
  );
}

function answerOptions(
  request: OpenAIRequest,
  found: AnswerOptions,
  conversion: Conversion,
): AnswerOptions {
  const { reasoningField, reasoningDetails } = conversion.settings;
  const isHidden = hidesReasoning(request, conversion);
  // The configuration may hide reasoning and still let it make the round trip; a client may not want it.
  const isExcluded = isHidden && reasoningField !== 'none';
  return {
    requestedModel: request.model,
    includeUsage: request.stream_options?.include_usage === true,
    serviceTier: request.service_tier !== undefined,
    legacyFunctions: request.functions !== undefined,
    webSearch: request.web_search_options !== undefined,
    ...(isHidden ? { reasoningField: 'none' } : reasoningField && { reasoningField }),
    ...(isExcluded
      ? { reasoningDetails: false }
      : reasoningDetails !== undefined && { reasoningDetails }),
    ...found,
  };
}
