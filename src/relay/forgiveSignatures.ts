import { catchError, defer } from 'rxjs';
import type { Channel } from '../channels/Channel.ts';
import { isSignatureRefused } from '../convert/isSignatureRefused.ts';
import { hasReasoning, withoutThinking } from '../convert/request/withoutThinking.ts';

/**
 * A channel that is asked once more without thinking blocks when Claude refuses those of a request.
 *
 * It refuses with a status, before it says anything, so that nothing can be said twice.
 *
 * @param onRetry - told when a request is sent without the thinking it had
 */
export function forgiveSignatures(
  channel: Pick<Channel, 'messages'>,
  onRetry: () => void,
): Pick<Channel, 'messages'> {
  return {
    messages: (call) =>
      hasReasoning(call.body)
        ? channel.messages(call).pipe(
            catchError((error: unknown) => {
              if (!isSignatureRefused(error)) throw error;
              return defer(() => {
                onRetry();
                return channel.messages({ ...call, body: withoutThinking(call.body) });
              });
            }),
          )
        : channel.messages(call),
  } satisfies Pick<Channel, 'messages'>;
}
