import { holdUntilBegun } from '../../operators/holdUntilBegun.ts';
import type { Channel, NativeAnswer, NativeCall } from '../Channel.ts';
import { nativeAnswer } from '../nativeAnswer.ts';
import { inTime } from './inTime.ts';
import type { Beginning } from './inTurn.ts';
import { whenBegun } from './whenBegun.ts';

/**
 * Milliseconds that writing a token may take, at the slowest: Anthropic's own clients reckon with an
 * hour for 128000 of them.
 *
 * @see https://github.com/anthropics/anthropic-sdk-typescript#long-requests
 */
const TOKEN_MS = 3_600_000 / 128_000;
/** No answer is waited for any longer than that, in milliseconds. */
const MAX_WRITING_MS = 3_600_000;

/**
 * The answer of a channel to a native client, if it begins in time.
 *
 * An answer in one piece begins with its end: until all of it is written not even a head comes from
 * an upstream that speaks Anthropic's API. So it has that long in addition – but what is told anew
 * came as a stream, whose beginning can be seen.
 *
 * **Errors** – those of the channel; `TimeoutError`.
 */
export function nativeInTime(
  channel: Channel,
  call: NativeCall,
  { firstEventMs, onBegun }: Beginning,
): NativeAnswer {
  if (channel.native !== undefined) {
    const firstMs = firstEventMs > 0 ? firstEventMs + writingMs(call) : 0;
    return nativeAnswer(channel, call).pipe(inTime(firstMs), whenBegun(onBegun));
  }
  const { countTokens: count$ } = channel;
  return nativeAnswer(
    {
      // What has begun to be made is paid for, even if the client gets all of it at once.
      messages: (asked) =>
        channel.messages(asked).pipe(holdUntilBegun(), inTime(firstEventMs), whenBegun(onBegun)),
      ...(count$ && {
        countTokens: (asked) =>
          count$.call(channel, asked).pipe(inTime(firstEventMs), whenBegun(onBegun)),
      }),
    },
    call,
  );
}

function writingMs({ endpoint, body }: NativeCall): number {
  if (endpoint !== '/v1/messages' || body.stream === true) return 0;
  const { max_tokens: tokens } = body;
  // What a native client says is not checked on the way: it may be anything.
  return tokens > 0 ? Math.ceil(Math.min(tokens * TOKEN_MS, MAX_WRITING_MS)) : 0;
}
