/**
 * What the process says when it is there: where, and – on the channel that needs no key – a command
 * that shows a streamed tool call at once.
 */
export function greeting(url: string, channel: string, workers = 1): string {
  const crew = workers > 1 ? `, ${workers} workers` : '';
  const lines = [`marblegate serves OpenAI clients on ${url}/v1 (channel: ${channel}${crew})`];
  if (channel !== 'replay') return lines.join('\n');
  const request = JSON.stringify({
    model: 'replay/text-then-tool',
    stream: true,
    messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
          },
        },
      },
    ],
  });
  return [
    ...lines,
    'No key is set, so a built-in replay answers. See a tool call arrive:',
    '',
    `curl -N ${url}/v1/chat/completions -H 'content-type: application/json' -d '${request}'`,
    '',
  ].join('\n');
}
