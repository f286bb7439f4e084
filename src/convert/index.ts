/** Door `./convert`: the dictionary between the two languages, as pure functions. */
export type { AnswerOptions } from './answerOptions.ts';
export { toErrorAnswer, toErrorFrame, type ErrorAnswer, type ErrorContext } from './errors.ts';
export type { UpstreamHeaders } from './rateLimits.ts';
export type { MaxTokensParam } from './refineBadRequest.ts';
export { toResponseHeaders } from './responseHeaders.ts';
export { scrubSecrets } from './scrubSecrets.ts';
export { toUpstreamError, type UpstreamAnswer } from './upstreamFailure.ts';
export {
  extendModels,
  findModel,
  type FoundModel,
  models,
  type ModelTable,
  type ModelTraits,
  type ThinkingTraits,
} from './models.ts';
export type { OpenAIReasoningEffort } from '../openai/request.ts';
export { defaultExtensions } from './request/extensions.ts';
export type { ConvertedRequest, RequestSettings, Upstream } from './request/RequestSettings.ts';
export { toClaudeRequest } from './request/toClaudeRequest.ts';
export { withoutThinking } from './request/withoutThinking.ts';
