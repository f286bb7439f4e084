import type { ClaudeEvent, ClaudeEventOf } from '../claude/events.ts';
import { UpstreamError } from '../errors.ts';
import type { Asked } from './Asked.ts';
import { prose } from './prose.ts';
import { textBlock } from './reply.ts';
import type { Scenario } from './Scenario.ts';
import { toEvents } from './toEvents.ts';

/**
 * Scenarios that end without a stop reason.
 *
 * @see https://platform.claude.com/docs/en/api/errors
 */
export const failureScenarios: Readonly<Record<string, Scenario>> = {
  'rate-limited': {
    description: 'HTTP 429 with `retry-after`, before anything is streamed',
    ending: 'http_error',
    answer: ({ random }) => ({
      refused: new UpstreamError(
        'This request would exceed the rate limit of your organization. (So says the replay channel.)',
        {
          type: 'rate_limit_error',
          status: 429,
          headers: {
            'request-id': random.id('req'),
            'retry-after': '16',
            'anthropic-ratelimit-requests-limit': '50',
            'anthropic-ratelimit-requests-remaining': '0',
          },
        },
      ),
    }),
  },
  overloaded: {
    description: 'HTTP 529, before anything is streamed',
    ending: 'http_error',
    answer: ({ random }) => ({
      refused: new UpstreamError('Overloaded', {
        type: 'overloaded_error',
        status: 529,
        headers: { 'request-id': random.id('req'), 'x-should-retry': 'true' },
      }),
    }),
  },
  'error-first': {
    description: 'HTTP 200, and the first event is an error',
    ending: 'error_event',
    answer: (asked) => ({ events: [overloaded(asked)] }),
  },
  'error-midstream': {
    description: 'Some text, then an `overloaded_error` event',
    ending: 'error_event',
    answer: (asked) => ({ events: [...firstHalf(asked), overloaded(asked)] }),
  },
  'cut-off': {
    description: 'The bytes end in the middle of an event, with no stop reason told',
    ending: 'cut',
    answer: (asked) => ({ events: firstHalf(asked), wire: { torn: true } }),
  },
  reset: {
    description: 'Some text, then the connection breaks',
    ending: 'reset',
    answer: (asked) => ({ events: firstHalf(asked), then: 'reset' }),
  },
  stall: {
    description: 'Some text, then silence for ever, the connection open',
    ending: 'silence',
    answer: (asked) => ({ events: firstHalf(asked), then: 'silence' }),
  },
};

function firstHalf(asked: Asked): readonly ClaudeEvent[] {
  const said = { blocks: [textBlock(prose(asked.random, 400))], stop_reason: 'end_turn' } as const;
  const events = toEvents(asked, said);
  const closing = events.findIndex(({ type }) => type === 'content_block_stop');
  return events.slice(0, Math.ceil(closing / 2) + 2);
}

const overloaded = ({ random }: Asked): ClaudeEventOf<'error'> => ({
  type: 'error',
  error: { type: 'overloaded_error', message: 'Overloaded', details: null },
  request_id: random.id('req'),
});
