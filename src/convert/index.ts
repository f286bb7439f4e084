/** Door `./convert`: the dictionary between the two languages, as pure functions. */
export { toErrorAnswer, toErrorFrame, type ErrorAnswer, type ErrorContext } from './errors.ts';
export { toResponseHeaders } from './responseHeaders.ts';
export { scrubSecrets } from './scrubSecrets.ts';
export { toUpstreamError, type UpstreamAnswer } from './upstreamFailure.ts';
