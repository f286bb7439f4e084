import type { ClaudeEvent } from '../claude/events.ts';
import type { Asked } from './Asked.ts';
import { callTool, mayCall, type SpokenCall, toolWithoutNeeds, twoTools } from './callTool.ts';
import { escapeBeyondAscii } from './escapeBeyondAscii.ts';
import type { Words } from './plausibleValue.ts';
import { reply, textBlock, thinkingBlock } from './reply.ts';
import type { Said, SpokenBlock } from './Said.ts';
import type { Scenario } from './Scenario.ts';
import { toEvents } from './toEvents.ts';

/** Scenarios that call tools, and answer in words once the results are there. */
export const toolScenarios: Readonly<Record<string, Scenario>> = {
  'text-then-tool': calling('Text, then one tool call: the call is block 1', (asked) => {
    const [first] = twoTools(asked);
    return [textBlock('Let me see.'), callTool(asked, first)];
  }),
  'thinking-then-two-tools': calling('Thinking, then two tool calls, no text', (asked) => [
    thinkingBlock(asked),
    ...twoCalls(asked),
  ]),
  'two-tools': calling('Two tool calls and nothing else: the first is block 0', twoCalls),
  'tool-first': calling('A tool call, then text after it', (asked) => {
    const [first] = twoTools(asked);
    return [callTool(asked, first), textBlock('I have asked for it.')];
  }),
  'tool-without-arguments': calling(
    'A tool call whose input `{}` comes without any delta',
    (asked) => [{ ...callTool(asked, toolWithoutNeeds(asked)), json: undefined }],
  ),
  'interleaved-tools': {
    ...calling('Two tool calls open at once, their deltas taking turns', twoCalls),
    answer: (asked) => {
      const events = toEvents(asked, orReply(asked, twoCalls));
      return { events: mayCall(asked) ? interleaved(events) : events };
    },
  },
  'text-between-tools': calling('Text, a tool call, text again, another call', (asked) => {
    const [first, second] = twoCalls(asked);
    return [textBlock('First this.'), first, textBlock('Then that.'), second];
  }),
  unicode: {
    ...calling(
      'Characters beyond the BMP in text and arguments, `\\u` escapes cut in the middle',
      unicodeCall,
    ),
    answer: (asked) => ({
      events: toEvents(asked, orReply(asked, unicodeCall)),
      wire: { escaped: asked.random.int(0, 1) === 1, pieceBytes: 7 },
    }),
  },
  'max-tokens-mid-tool': {
    description: 'Text, then a tool call whose JSON is cut: stop reason `max_tokens`',
    ending: 'max_tokens',
    answer: (asked) => ({
      events: toEvents(asked, mayCall(asked) ? cutCall(asked) : reply(asked)),
    }),
  },
};

/** A scenario that calls tools if it may, and else answers as any model would. */
function calling(description: string, blocks: (asked: Asked) => readonly SpokenBlock[]): Scenario {
  return {
    description,
    ending: 'tool_use',
    answer: (asked) => ({ events: toEvents(asked, orReply(asked, blocks)) }),
  };
}

const orReply = (asked: Asked, blocks: (asked: Asked) => readonly SpokenBlock[]): Said =>
  mayCall(asked) ? { blocks: blocks(asked), stop_reason: 'tool_use' } : reply(asked);

function twoCalls(asked: Asked): readonly [SpokenCall, SpokenCall] {
  const [first, second] = twoTools(asked);
  return [callTool(asked, first), callTool(asked, second)];
}

/** Half the arguments, at least the opening brace. */
function cutCall(asked: Asked): Said {
  const call = callTool(asked, twoTools(asked)[0]);
  const json = call.json ?? '';
  return {
    blocks: [
      textBlock('This will be long.'),
      { ...call, json: json.slice(0, Math.floor(json.length / 2)) || '{' },
    ],
    stop_reason: 'max_tokens',
  };
}

const characters: Words = {
  any: ['München 🏙️ “quoted” \\ back', '東京 🗼 𝄞 clef', 'São Paulo 👩‍🚀\ttab'],
};

function unicodeCall(asked: Asked): readonly SpokenBlock[] {
  const call = callTool(asked, twoTools(asked)[0], characters);
  return [
    textBlock('Grüße aus 東京! 🗼 A clef: 𝄞. A family: 👨‍👩‍👧‍👦. Escapes: \\u00e9 \\n.'),
    { ...call, json: call.json && escapeBeyondAscii(call.json), grain: 4 },
  ];
}

/** Opens the second block at once with the first and lets their deltas take turns. */
function interleaved(events: readonly ClaudeEvent[]): readonly ClaudeEvent[] {
  const of = (index: number): readonly ClaudeEvent[] =>
    events.filter((event) => 'index' in event && event.index === index);
  const [first, second] = [of(0), of(1)];
  const turns = Array.from({ length: Math.max(first.length, second.length) }, (_, turn) => [
    ...first.slice(turn, turn + 1),
    ...second.slice(turn, turn + 1),
  ]);
  const isWhole = (event: ClaudeEvent): boolean => !('index' in event);
  const end = events.findIndex(({ type }) => type === 'message_delta');
  return [...events.slice(0, end).filter(isWhole), ...turns.flat(), ...events.slice(end)];
}
