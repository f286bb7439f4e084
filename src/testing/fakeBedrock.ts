import type { ClaudeRequest } from '../claude/request.ts';
import { inputTokens } from '../replay/toEvents.ts';
import {
  type FakeCall,
  fakeClaude,
  type FakeClaude,
  type FakeReply,
  type Script,
} from './fakeClaude.ts';
import { type KnownKeys, signatureProblem } from './signatureProblem.ts';

/** Who may ask a fake Bedrock. */
export interface FakeBedrockOptions {
  /** Signatures made with these are taken. A function may tell new ones for each request. */
  readonly keys?: KnownKeys | (() => KnownKeys);
  /** This API key is taken. */
  readonly apiKey?: string;
  /** @defaultValue `us-east-1` */
  readonly region?: string;
  /** @defaultValue `bedrock` */
  readonly service?: string;
  /** Its clock, in milliseconds of Unix time. @defaultValue that of this machine */
  readonly now?: () => number;
}

/**
 * Starts a fake Amazon Bedrock on a free port of this machine.
 *
 * It lets nobody in whose signature is wrong: every one is calculated anew. Whoever may ask is
 * answered by a script, which writes what it likes – `toEventStream` makes the frames. Tokens it
 * counts itself, and no better than by guessing; but it refuses to for what Bedrock refuses.
 *
 * @param scripts - one for each request, refused ones included; the last one serves all that follow
 */
export async function fakeBedrock(
  options: FakeBedrockOptions,
  ...scripts: readonly [Script, ...Script[]]
): Promise<FakeClaude> {
  const guarded = scripts.map((script): Script => {
    return async (reply, call) => {
      const problem = refusalOf(call, options);
      if (problem !== undefined) {
        const date = new Date(options.now?.() ?? Date.now()).toUTCString();
        await refuse(reply, 403, problem, { date });
        return;
      }
      const model = countedModel.exec(call.path)?.[1];
      await (model === undefined ? script(reply, call) : count(reply, call, model));
    };
  });
  return fakeClaude(...(guarded as [Script, ...Script[]]));
}

/** Answers with an AWS event stream: bytes or frames, in pieces of the given size. */
export const streamsFrames =
  (bytes: Uint8Array, pieceBytes: number = bytes.length): Script =>
  async (reply) => {
    reply.head(200, {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-bedrock-content-type': 'application/json',
      'x-amzn-requestid': '00000000-0000-4000-8000-000000000200',
    });
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await reply.write(bytes.subarray(at, at + pieceBytes));
    }
  };

const countedModel = /^\/model\/([^/]+)\/count-tokens$/;

/** Profiles are models to every other operation of Bedrock's, but not to this one. */
async function count(reply: FakeReply, call: FakeCall, model: string): Promise<void> {
  const invoked = invokedBody(call.body);
  const isModel = decodeURIComponent(model).startsWith('anthropic.');
  if (!isModel || invoked?.anthropic_version === undefined || !('max_tokens' in invoked)) {
    const message = isModel
      ? 'Malformed input request, please reformat your input and try again.'
      : "The provided model doesn't support counting tokens.";
    await refuse(reply, 400, { type: 'ValidationException', message });
    return;
  }
  reply.head(200, {
    'content-type': 'application/json',
    'x-amzn-requestid': '00000000-0000-4000-8000-000000000200',
  });
  await reply.write(JSON.stringify({ inputTokens: inputTokens(invoked) }));
}

function invokedBody(
  body: unknown,
): (ClaudeRequest & { readonly anthropic_version?: string }) | undefined {
  const { input } = Object(body) as {
    readonly input?: { readonly invokeModel?: { readonly body?: string } };
  };
  const base64 = input?.invokeModel?.body;
  return base64 === undefined
    ? undefined
    : (JSON.parse(Buffer.from(base64, 'base64').toString()) as ClaudeRequest);
}

async function refuse(
  reply: FakeReply,
  status: number,
  { type, message }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  reply.head(status, {
    ...headers,
    'content-type': 'application/json',
    'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/`,
    'x-amzn-requestid': `00000000-0000-4000-8000-000000000${status}`,
  });
  await reply.write(JSON.stringify({ message }));
}

interface Refusal {
  readonly type: string;
  readonly message: string;
}

function refusalOf(
  call: FakeCall,
  { keys, apiKey, region = 'us-east-1', service = 'bedrock', now }: FakeBedrockOptions,
): Refusal | undefined {
  const said =
    call.headers['x-api-key'] ?? /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  if (said !== undefined) {
    return said === apiKey
      ? undefined
      : { type: 'AccessDeniedException', message: 'Authentication failed: invalid API key.' };
  }
  if (keys === undefined) {
    return { type: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' };
  }
  const known = typeof keys === 'function' ? keys() : keys;
  const message = signatureProblem(call, known, { region, service }, now?.());
  if (message === undefined) return undefined;
  const isUnknown = message.includes('security token');
  return { type: isUnknown ? 'UnrecognizedClientException' : 'InvalidSignatureException', message };
}
