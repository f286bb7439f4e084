import { describe, expect, it } from '@jest/globals';
import { generateText, Output } from 'ai';
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import { aiModel } from '../support/clients/aiSdk.ts';
import { langchainModel } from '../support/clients/langchain.ts';
import { openai } from '../support/clients/openai.ts';
import { serveRelay } from '../support/relayUnderTest.ts';
import { toolbox } from '../support/toolbox.ts';

const relay = serveRelay(() => replayChannel({ paceMs: 0 }), { request: { upstream: 'replay' } });

const messages = [{ role: 'user' as const, content: 'A room in Porto, please.' }];
const booking = z.object({
  city: z.string(),
  nights: z.int(),
  board: z.enum(['none', 'half', 'full']),
  guests: z.array(z.object({ name: z.string(), child: z.boolean() })),
});

describe('schemas written in zod', () => {
  it.each(['claude', 'interleaved-tools', 'thinking-then-two-tools'])(
    'are what the arguments of strict tools are parsed by: %s',
    async (scenario) => {
      const { tools } = toolbox();
      const stream = openai(relay).chat.completions.stream({
        model: `replay/${scenario}`,
        messages,
        tools: tools.map(({ name, schema }) => zodFunction({ name, parameters: schema })),
      });

      const [first, second] =
        (await stream.finalChatCompletion()).choices[0]?.message.tool_calls ?? [];

      expect(first?.function.name).toBe('get_weather');
      expect(tools[0]?.schema.safeParse(first?.function.parsed_arguments).success).toBe(true);
      expect(second?.function.name).toBe('book_room');
      expect(tools[1]?.schema.safeParse(second?.function.parsed_arguments).success).toBe(true);
    },
  );

  it('are what an answer is parsed by: openai, streamed and not', async () => {
    const request = {
      model: 'replay/claude',
      messages,
      response_format: zodResponseFormat(booking, 'booking'),
    };
    const { completions } = openai(relay).chat;

    const streamed = await completions.stream(request).finalChatCompletion();
    const whole = await completions.parse(request);

    for (const { choices } of [streamed, whole]) {
      expect(booking.safeParse(choices[0]?.message.parsed).success).toBe(true);
    }
  });

  it('are what an answer is parsed by: AI SDK', async () => {
    const { output } = await generateText({
      model: aiModel(relay.baseURL, 'replay/claude'),
      messages,
      output: Output.object({ schema: booking }),
      maxRetries: 0,
    });

    expect(booking.safeParse(output).success).toBe(true);
  });

  it.each(['jsonSchema', 'functionCalling'] as const)(
    'are what an answer is parsed by: LangChain, by %s',
    async (method) => {
      const structured = langchainModel(relay, 'replay/claude').withStructuredOutput(booking, {
        method,
        name: 'booking',
      });

      const answer = await structured.invoke('A room in Porto, please.');

      expect(booking.safeParse(answer).success).toBe(true);
    },
  );
});
