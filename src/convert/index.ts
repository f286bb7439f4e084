/** Door `./convert`: the dictionary between the two languages, as pure functions. */
export { toErrorAnswer, toErrorFrame, type ErrorAnswer, type ErrorContext } from './errors.ts';
export { toResponseHeaders } from './responseHeaders.ts';
export { scrubSecrets } from './scrubSecrets.ts';
export { toUpstreamError, type UpstreamAnswer } from './upstreamFailure.ts';
export { extendModels, findModel, models, type ModelTable, type ModelTraits } from './models.ts';
export { defaultExtensions } from './request/extensions.ts';
export type { ConvertedRequest, RequestSettings, Upstream } from './request/RequestSettings.ts';
export { toClaudeRequest } from './request/toClaudeRequest.ts';
export { withoutThinking } from './request/withoutThinking.ts';
