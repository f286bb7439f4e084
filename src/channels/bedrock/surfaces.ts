import type { Upstream } from '../../convert/request/RequestSettings.ts';

/**
 * The ways AWS offers Claude: its own InvokeModel API, Anthropic's Messages API beside it or on an
 * endpoint of its own (`mantle`), and Anthropic's whole platform with AWS's keys.
 */
export type BedrockSurface = 'invoke' | 'messages' | 'mantle' | 'platform';

/** How one of them is asked. */
export interface Surface {
  /** Where it is, without the part of the path that names the operation. */
  baseUrl(region: string): string;
  /** The name requests are signed for. */
  readonly service: string;
  /** The header an API key goes in. */
  readonly keyHeader: 'authorization' | 'x-api-key';
  /** What it takes: what Bedrock does, or all that Anthropic does. */
  readonly upstream: Extract<Upstream, 'anthropic' | 'bedrock'>;
  /** Longest request, in bytes. */
  readonly maxBodyBytes: number;
}

const MB = 1024 * 1024;

/**
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/endpoints.html
 * @see https://platform.claude.com/docs/en/build-with-claude/claude-platform-on-aws
 */
export const surfaces: Readonly<Record<BedrockSurface, Surface>> = {
  invoke: {
    baseUrl: (region) => `https://bedrock-runtime.${region}.amazonaws.com`,
    service: 'bedrock',
    keyHeader: 'authorization',
    upstream: 'bedrock',
    maxBodyBytes: 20 * MB,
  },
  messages: {
    baseUrl: (region) => `https://bedrock-runtime.${region}.amazonaws.com/anthropic`,
    service: 'bedrock',
    keyHeader: 'authorization',
    upstream: 'bedrock',
    maxBodyBytes: 20 * MB,
  },
  mantle: {
    baseUrl: (region) => `https://bedrock-mantle.${region}.api.aws/anthropic`,
    service: 'bedrock-mantle',
    keyHeader: 'authorization',
    upstream: 'bedrock',
    maxBodyBytes: 20 * MB,
  },
  platform: {
    baseUrl: (region) => `https://aws-external-anthropic.${region}.api.aws`,
    service: 'aws-external-anthropic',
    keyHeader: 'x-api-key',
    upstream: 'anthropic',
    maxBodyBytes: 32 * MB,
  },
};

/** Base URLs that tell which surface is behind them. */
const told: readonly (readonly [RegExp, BedrockSurface])[] = [
  [/^https?:\/\/aws-external-anthropic\./i, 'platform'],
  [/^https?:\/\/bedrock-mantle\./i, 'mantle'],
  [/\/anthropic\/*$/i, 'messages'],
];

/** The surface that is meant: the one that is named, or the one a base URL tells of. */
export function surfaceOf({
  surface,
  baseUrl = '',
}: {
  readonly surface?: BedrockSurface | undefined;
  readonly baseUrl?: string | undefined;
}): BedrockSurface {
  return surface ?? told.find(([form]) => form.test(baseUrl))?.[1] ?? 'invoke';
}
