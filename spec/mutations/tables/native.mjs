// The road of clients that speak to Claude themselves. These specs use sockets.
const overSockets = ['relay/nativeMessages', 'e2e/native', 'channels/anthropic'];

export const native = [
  {
    file: 'src/channels/passOn.ts',
    specs: overSockets,
    mutations: [
      [
        'a refusal is an answer',
        'if (!isSuccess(head)) return refusedAnswer(answer, head, bytes$, keyOf);',
        '',
      ],
      [
        'an error that comes first is an answer',
        '        holdBytesUntilBegun({ maxEventBytes }),\n',
        '',
      ],
      [
        'the end is not looked at',
        '        completeBytes({\n          maxEventBytes,\n          hide: (text) => scrubSecrets(withoutCredentials(text, credentialsOf(answer))),\n        }),\n',
        '',
      ],
      [
        'keys are told in streams',
        'scrubSecrets(withoutCredentials(text, credentialsOf(answer)))',
        'text',
      ],
      ['keys are told in first errors', '        hideInFailures(answer),\n', ''],
      ['silence is waited for', '.pipe(\n    takeUntil(silence.tooLong$),\n  );\n  if', ';\n  if'],
    ],
  },
  {
    file: 'src/channels/wholeJson.ts',
    specs: [...overSockets, 'channels/bedrock/bedrockChannel'],
    mutations: [
      [
        'an error under a good status is an answer',
        'if (!isError(said)) return { bytes, json };',
        'return { bytes, json };',
      ],
      [
        'a cut answer is a whole one',
        '    return JSON.parse(text);',
        "    return JSON.parse(text.endsWith('}') ? text : '{}');",
      ],
      ['keys are told in answers', 'withoutCredentials(text, credentialsOf(answer))', 'text'],
      ['Claude’s word is not a status', "said.type === 'error' ? undefined : 502", '502'],
    ],
  },
  {
    file: 'src/channels/nativeAnswer.ts',
    specs: ['e2e/native', 'relay/nativeMessages', 'channels/router/nativeInTime'],
    mutations: [
      [
        'nobody passes bytes on',
        'if (channel.native !== undefined) return channel.native(call);',
        '',
      ],
      ['tokens are answered', "if (call.endpoint === '/v1/messages') {", 'if (true) {'],
      ['a count is a number', 'JSON.stringify({ input_tokens })', 'String(input_tokens)'],
      ['an error is told twice', 'raiseErrors(), ', ''],
      ['a cut answer is a whole one', 'untilMessageStop(), ', ''],
      ['a mere text stays one', "if (typeof content === 'string') {", 'if (false) {'],
      ['the answer has the type of the cloud’s', "'content-type': type", "'x-content-type': type"],
    ],
  },
  {
    file: 'src/channels/router/nativeInTime.ts',
    specs: ['channels/router/nativeInTime'],
    mutations: [
      [
        'an answer in one piece has no time to be written',
        'firstEventMs + writingMs(call)',
        'firstEventMs',
      ],
      ['a stream has time to be written', ' || body.stream === true', ''],
      ['a count has time to be written', "endpoint !== '/v1/messages' || ", ''],
      [
        'an answer may be written for ever',
        'Math.min(tokens * TOKEN_MS, MAX_WRITING_MS)',
        'tokens * TOKEN_MS',
      ],
      [
        'what is told anew may begin late',
        'holdUntilBegun(), inTime(firstEventMs), ',
        'holdUntilBegun(), ',
      ],
      ['a ping is a beginning', 'holdUntilBegun(), ', ''],
      [
        'a count may come late',
        'count$.call(channel, asked).pipe(inTime(firstEventMs), ',
        'count$.call(channel, asked).pipe(',
      ],
      [
        'what has begun in one piece has not begun',
        'inTime(firstEventMs), whenBegun(onBegun)),\n      ...',
        'inTime(firstEventMs)),\n      ...',
      ],
    ],
  },
];
