import type { ClaudeRequest } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import type { AnswerOptions } from '../answerOptions.ts';
import { adaptToUpstream } from './adaptToUpstream.ts';
import { cache } from './caching.ts';
import { Concessions } from './Concessions.ts';
import type { Conversion } from './Conversion.ts';
import type { Draft } from './Draft.ts';
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
import { type Block, someBlock } from './someBlock.ts';
import { toStopSequences } from './stopSequences.ts';
import { plainSystem } from './systemText.ts';
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
  const names = nameTools([...declaredNames(request), ...called]);
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
  if (isFormed && someBlock(messages, isCited)) {
    throw unsupportedValue(form.format ? 'response_format' : 'output_config.format', 'json_schema');
  }

  const output: Draft<NonNullable<ClaudeRequest['output_config']>> = { ...own };
  if (plan.effort) output.effort = plan.effort;
  if (form.format) output.format = form.format;
  const system = [...systemExtension(request), ...dialogue.system];
  for (const text of [form.hint, decision.hint]) {
    if (text !== undefined) system.push({ type: 'text', text });
  }
  const stop_sequences = toStopSequences(request, conversion);
  const user_id = toUserId(request, conversion);
  const body: Draft<ClaudeRequest> = {
    ...bodyExtensions(request, allowed),
    model: conversion.model.id,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length > 0 && { system: plainSystem(system) }),
    messages: endConversation(messages, !isThinking && !isFormed, conversion),
  };
  addTools(body, decision, called, names);
  if (plan.thinking) body.thinking = plan.thinking;
  if (Object.keys(output).length > 0) body.output_config = output;
  Object.assign(body, sampling);
  if (stop_sequences) body.stop_sequences = stop_sequences;
  if (user_id !== undefined) body.metadata = { user_id };
  Object.assign(body, toService(request, conversion));
  cache(body, request, conversion);
  const adapted = adaptToUpstream(body, request, conversion);
  return {
    body: adapted,
    betas: collectBetas(request, adapted, conversion),
    headers: headerExtensions(request),
    warnings: conversion.concede.warnings,
    stream: given.stream ?? false,
    answer: answerOptions(given, conversion, {
      customTools,
      toolNames: names.changed,
      jsonFence: form.hint !== undefined,
    }),
  };
}

/** The names of the tools a request declares. */
function declaredNames({ tools = [] }: OpenAIRequest): readonly string[] {
  return tools.map(toolName).filter((name) => name !== undefined);
}

function addTools(
  body: Draft<ClaudeRequest>,
  { tools, choice }: ToolDecision,
  called: ReadonlySet<string>,
  names: ToolNames,
): void {
  if (tools.length > 0) {
    body.tools = tools;
    if (choice) body.tool_choice = choice;
  } else if (called.size > 0) {
    body.tools = forgottenTools(called, names);
    body.tool_choice = { type: 'none' };
  }
}

/** What may be cited: the model would have to break off its JSON for it. */
const citable: ReadonlySet<unknown> = new Set(['document', 'search_result']);

function isCited({ type, citations }: Block): boolean {
  return citable.has(type) && isRecord(citations) && citations['enabled'] === true;
}

/** What the steps of a conversion found out about the form of its answer. */
type FoundOptions = Pick<AnswerOptions, 'customTools' | 'toolNames' | 'jsonFence'>;

function answerOptions(
  request: OpenAIRequest,
  conversion: Conversion,
  { customTools, toolNames, jsonFence }: Required<FoundOptions>,
): AnswerOptions {
  const { reasoningField, reasoningDetails } = conversion.settings;
  const isHidden = hidesReasoning(request, conversion);
  // The configuration may hide reasoning and still let it make the round trip; a client may not want it.
  const isExcluded = isHidden && reasoningField !== 'none';
  const options: Draft<AnswerOptions> = {
    requestedModel: request.model,
    includeUsage: request.stream_options?.include_usage === true,
    serviceTier: request.service_tier !== undefined,
    legacyFunctions: request.functions !== undefined,
    webSearch: request.web_search_options !== undefined,
  };
  if (isHidden) options.reasoningField = 'none';
  else if (reasoningField) options.reasoningField = reasoningField;
  if (isExcluded) options.reasoningDetails = false;
  else if (reasoningDetails !== undefined) options.reasoningDetails = reasoningDetails;
  if (customTools.size > 0) options.customTools = customTools;
  if (toolNames.size > 0) options.toolNames = toolNames;
  if (jsonFence) options.jsonFence = true;
  return options;
}
