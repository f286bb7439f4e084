import { defer, map, type Observable, throwError } from 'rxjs';
import type { ClaudeBlockParam, ClaudeMessageParam, ClaudeRequest } from '../claude/request.ts';
import { RequestError } from '../errors.ts';
import { encodeClaudeSse } from '../operators/encodeClaudeSse.ts';
import { holdUntilBegun } from '../operators/holdUntilBegun.ts';
import { raiseErrors } from '../operators/raiseErrors.ts';
import { toClaudeMessage } from '../operators/toClaudeMessage.ts';
import { untilMessageStop } from '../operators/untilMessageStop.ts';
import type { Channel, ClaudeCall, NativeAnswer, NativeCall, UpstreamHead } from './Channel.ts';

/**
 * What a native client gets from a channel: the upstream's own bytes where it speaks Anthropic's
 * API, and elsewhere – Bedrock, Vertex, the replay – what Claude says there, told in that form.
 *
 * **Errors** – those of `Channel.native`; `RequestError` (404) for what the upstream has not.
 */
export function nativeAnswer(
  channel: Pick<Channel, 'messages' | 'native' | 'countTokens'>,
  call: NativeCall,
): NativeAnswer {
  if (channel.native !== undefined) return channel.native(call);
  // Headers of Anthropic's API mean nothing to a cloud.
  if (call.endpoint === '/v1/messages') {
    return retoldAnswer(call, (asked) => channel.messages({ ...asked, headers: {} }));
  }
  const { countTokens: count$ } = channel;
  return count$ === undefined
    ? throwError(() => notThere(call))
    : retoldCount(call, (asked) => count$.call(channel, { ...asked, headers: {} }));
}

/** Tells anew, as a stream or in one piece, what Claude says to a native client's request. */
export function retoldAnswer(call: NativeCall, ask$: Channel['messages']): NativeAnswer {
  const isStream = call.body.stream === true;
  return defer(() => {
    const asked: ClaudeCall = {
      ...call,
      body: { ...inBlocks(call.body), stream: true },
      onHead: (head) => {
        call.onHead(
          withType(head, isStream ? 'text/event-stream; charset=utf-8' : 'application/json'),
        );
      },
    };
    const claude$ = ask$(asked);
    return isStream
      ? claude$.pipe(holdUntilBegun(), raiseErrors(), untilMessageStop(), encodeClaudeSse())
      : claude$.pipe(
          toClaudeMessage(),
          map((message) => JSON.stringify(message)),
        );
  });
}

/** Tells a count of tokens as Anthropic's API would. */
function retoldCount(
  call: NativeCall,
  count$: (asked: ClaudeCall) => Observable<number>,
): NativeAnswer {
  return defer(() =>
    count$({
      ...call,
      body: inBlocks(call.body),
      onHead: (head) => {
        call.onHead(withType(head, 'application/json'));
      },
    }).pipe(map((input_tokens) => JSON.stringify({ input_tokens }))),
  );
}

/** Whether a channel has an answer to what a native client asks for. */
export const hasAnswer = (
  channel: Pick<Channel, 'native' | 'countTokens'>,
  { endpoint }: Pick<NativeCall, 'endpoint'>,
): boolean =>
  endpoint === '/v1/messages' || channel.native !== undefined || channel.countTokens !== undefined;

export const notThere = ({ endpoint, body }: NativeCall): RequestError =>
  new RequestError(`${endpoint} is not supported by the upstream of the model ${body.model}.`, {
    status: 404,
  });

const withType = ({ status, headers }: UpstreamHead, type: string): UpstreamHead => ({
  status,
  headers: { ...headers, 'content-type': type },
});

/**
 * The request with every content as blocks: native clients may write a mere text instead.
 *
 * **Errors** – `RequestError` for what is no conversation: there is nobody behind this to say so.
 */
function inBlocks(body: ClaudeRequest): ClaudeRequest {
  const { messages } = body as { readonly messages?: unknown };
  if (!Array.isArray(messages)) throw new RequestError('messages: Field required');
  return { ...body, messages: messages.map(messageInBlocks) };
}

function messageInBlocks(message: unknown, at: number): ClaudeMessageParam {
  const { content, ...rest } = Object(message) as { readonly content?: unknown };
  if (typeof content === 'string') {
    return { ...rest, content: [{ type: 'text', text: content }] } as unknown as ClaudeMessageParam;
  }
  if (!Array.isArray(content) || !content.every(isBlock)) {
    throw new RequestError(`messages.${at}.content: Input should be a valid list of blocks`);
  }
  return message as ClaudeMessageParam;
}

const isBlock = (block: unknown): block is ClaudeBlockParam =>
  typeof block === 'object' && block !== null && 'type' in block;
