import type { NativeEndpoint } from '../channels/Channel.ts';

/** The routes for Claude's own clients, as Anthropic's API has them. */
export const nativeEndpoints: readonly NativeEndpoint[] = [
  '/v1/messages',
  '/v1/messages/count_tokens',
];

/** Whether a path, with or without `/v1`, is one of them: there Claude's own words are spoken. */
export const isNative = (path: string): boolean => /^(?:\/v1)?\/messages(?:\/|$)/.test(path);
