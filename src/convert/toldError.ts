import { createParser } from 'eventsource-parser';
import { ToldError } from '../errors.ts';
import { toEventError } from './eventError.ts';
import { toClaudeEvent } from './toClaudeEvent.ts';

/**
 * What an `error` event says, in the bytes it is told with; undefined where there is none in them.
 *
 * What cannot be read of it is an error all the same, where its name says so.
 */
export function toldError(frame: string): ToldError | undefined {
  let told: ToldError | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const said = toClaudeEvent(parsed(data), event) ?? toClaudeEvent({}, event);
      if (said?.type !== 'error') return;
      const { message, ...failure } = toEventError(said);
      told ??= new ToldError(message, failure);
    },
  });
  // Some servers leave out what closes the last frame.
  parser.feed(`${frame}\n\n`);
  return told;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
