import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, tap } from 'rxjs';
import type { UpstreamHead } from '../../src/channels/Channel.ts';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import { scenarios } from '../../src/replay/scenarios.ts';
import type { ClaudeRequest, ClaudeTool } from '../../src/claude/request.ts';
import { UpstreamError } from '../../src/errors.ts';
import { emitted, outcome } from '../../src/testing/index.ts';
import { converted } from '../support/converted.ts';
import { answered, asking, findUser, sendMail } from '../replay/asking.ts';
import { breaches } from '../replay/breaches.ts';
import { calling, readBlocks, told } from '../replay/told.ts';

const read = (
  request: ClaudeRequest,
): ReturnType<typeof readBlocks> & { readonly types: unknown } => {
  const blocks = readBlocks(told(request).values);
  return { ...blocks, types: blocks.blocks.map(({ type }) => type) };
};
const callsOf = (request: ClaudeRequest): readonly string[] =>
  read(request)
    .blocks.filter(({ type }) => type === 'tool_use')
    .map(({ name }) => name);

describe('replayChannel', () => {
  it('answers a plain question in words that hold it', () => {
    const { types, blocks, stopReason } = read(asking('How deep is the sea?'));

    expect(types).toEqual(['text']);
    expect(blocks[0]?.text).toContain('How deep is the sea?');
    expect(stopReason).toBe('end_turn');
  });

  it('answers whatever the model is called, for Claude names its models as it likes', () => {
    for (const model of [
      'replay/claude',
      'claude-next',
      'replay/',
      'replay/constructor',
      '__proto__',
    ]) {
      expect(read(asking('Hello', { model })).stopReason).toBe('end_turn');
    }
  });

  describe('with tools', () => {
    const tools = [findUser, sendMail];

    it('says something, then calls two, with arguments that satisfy their schemas', () => {
      for (let nth = 0; nth < 50; nth++) {
        const { blocks, stopReason, types } = read(asking(`Question ${nth}`, { tools }));
        const [, first, second] = blocks;

        expect(types).toEqual(['text', 'tool_use', 'tool_use']);
        expect(stopReason).toBe('tool_use');
        expect(breaches(findUser.input_schema, JSON.parse(first?.text ?? ''))).toEqual([]);
        expect(breaches(sendMail.input_schema, JSON.parse(second?.text ?? ''))).toEqual([]);
      }
    });

    it('calls one where parallel calls are off, or there is but one', () => {
      const alone = { type: 'any', disable_parallel_tool_use: true } as const;

      expect(callsOf(asking('?', { tools, tool_choice: alone }))).toEqual(['find_user']);
      expect(callsOf(asking('?', { tools: [sendMail] }))).toEqual(['send_mail']);
    });

    it('calls the one that is asked for by name', () => {
      const tool_choice = { type: 'tool', name: 'send_mail' } as const;

      expect(callsOf(asking('?', { tools, tool_choice }))).toEqual(['send_mail']);
    });

    it('calls none where the client forbids it, or offers only tools Claude runs itself', () => {
      const ownTool: ClaudeTool = { type: 'web_search_20250305', name: 'web_search' };

      expect(callsOf(asking('?', { tools, tool_choice: { type: 'none' } }))).toEqual([]);
      expect(callsOf(asking('?', { tools: [ownTool] }))).toEqual([]);
    });

    it('thinks first where thinking is on, and signs what it thought', () => {
      for (const thinking of [
        { type: 'adaptive' },
        { type: 'enabled', budget_tokens: 1_024 },
      ] as const) {
        const { values } = told(asking('?', { tools, thinking }));

        expect(readBlocks(values).blocks.map(({ type }) => type)).toEqual([
          'thinking',
          'text',
          'tool_use',
          'tool_use',
        ]);
        expect(values).toContainEqual({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'signature_delta', signature: expect.stringMatching(/^[\w+/]{100,}$/) },
        });
      }
    });

    it('keeps its thoughts to itself where they are to be omitted', () => {
      const thinking = { type: 'adaptive', display: 'omitted' } as const;
      const [thought] = read(asking('?', { thinking })).blocks;

      expect(thought).toMatchObject({ type: 'thinking', text: '', deltas: 1 });
    });

    it('opens arguments with an empty delta', () => {
      const { values } = told(asking('?', { tools: [findUser] }));

      expect(
        values.find(
          ({ type, ...event }) =>
            type === 'content_block_delta' && 'index' in event && event.index === 1,
        ),
      ).toEqual({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '' },
      });
    });

    it('comes to an end: results are quoted, and no tool is called again', () => {
      const { types, blocks, stopReason } = read(
        answered(asking('Who is there?', { tools }), 'Ada is there.', '{"users":["Grace"]}'),
      );

      expect(types).toEqual(['text']);
      expect(stopReason).toBe('end_turn');
      expect(blocks[0]?.text).toContain('Ada is there.');
      expect(blocks[0]?.text).toContain('{"users":["Grace"]}');
    });

    it('calls again for the next question', () => {
      const before = answered(asking('Who is there?', { tools }), 'Ada.');
      const next = {
        ...before,
        messages: [
          ...before.messages,
          { role: 'assistant', content: [{ type: 'text', text: 'Ada.' }] },
          { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
        ],
      } as const;

      expect(callsOf(next)).toEqual(['find_user', 'send_mail']);
    });

    it('goes on in words where it has begun to speak', () => {
      const request = asking('Who is there?', { tools });
      const begun = { role: 'assistant', content: [{ type: 'text', text: 'There is' }] } as const;

      expect(callsOf({ ...request, messages: [...request.messages, begun] })).toEqual([]);
    });

    it('calls a tool whose schema cannot be read with an object all the same', () => {
      for (const input_schema of [
        { $ref: 'https://example.com/schema' },
        { type: 'string' },
        { type: 'array', items: {}, minItems: 2 },
        { type: 'nonsense' },
        {},
      ]) {
        const { blocks } = read(asking('?', { tools: [{ name: 'odd', input_schema }] }));

        expect(JSON.parse(blocks[1]?.text === '' ? '{}' : (blocks[1]?.text ?? ''))).toEqual({});
      }
    });

    it('becomes tool calls an OpenAI client understands', () => {
      const { values } = told(asking('?', { tools, thinking: { type: 'adaptive' } }));
      const opened = converted(values).flatMap(
        ({ choices }) => choices[0]?.delta.tool_calls?.filter((call) => 'id' in call) ?? [],
      );

      expect(opened.map(({ index }) => index)).toEqual([0, 1]);
    });
  });

  describe('within limits', () => {
    it('stops at max_tokens, four characters each', () => {
      const { blocks, stopReason } = read(asking('How deep is the sea?', { max_tokens: 3 }));

      expect(blocks[0]?.text).toHaveLength(12);
      expect(stopReason).toBe('max_tokens');
    });

    it('never cuts a character in two', () => {
      const { values } = told(asking('🔵'.repeat(60), { max_tokens: 25 }));
      const pieces = values.flatMap((event) =>
        event.type === 'content_block_delta' && event.delta.type === 'text_delta'
          ? [event.delta.text]
          : [],
      );

      expect(pieces.filter((piece) => !piece.isWellFormed())).toEqual([]);
      expect(pieces.join('')).toMatch(/🔵$/u);
    });

    it('is cut in the middle of a tool call, or of a thought', () => {
      const tools = [findUser];
      const call = read(asking('?', { tools, max_tokens: 12 }));
      const thought = read(asking('?', { thinking: { type: 'adaptive' }, max_tokens: 2 }));

      expect([call.types, call.stopReason]).toEqual([['text', 'tool_use'], 'max_tokens']);
      expect(() => JSON.parse(call.blocks[1]?.text ?? '') as unknown).toThrow(SyntaxError);
      expect([thought.types, thought.stopReason]).toEqual([['thinking'], 'max_tokens']);
    });

    it('stops before a stop sequence, and names it', () => {
      const request = asking('one two three', { stop_sequences: ['three', ' two', ''] });
      const { values } = told(request);

      expect(readBlocks(values).blocks[0]?.text).toMatch(/“one$/);
      expect(values.find(({ type }) => type === 'message_delta')).toHaveProperty('delta', {
        stop_reason: 'stop_sequence',
        stop_sequence: ' two',
        stop_details: null,
      });
    });

    it('opens no block when the sequence comes first', () => {
      const said = read(asking('?')).blocks[0]?.text ?? '';
      const seeds = Array.from({ length: 5 }, (_, seed) =>
        told(asking('?', { stop_sequences: ['Y', 'I', said.charAt(0)] }), { seed }),
      );

      for (const { values } of seeds) expect(readBlocks(values).blocks).toEqual([]);
    });

    it('writes JSON that satisfies output_config.format', () => {
      const schema = {
        type: 'object',
        properties: { answer: { type: 'string' }, sure: { type: 'boolean' } },
        required: ['answer', 'sure'],
        additionalProperties: false,
      };
      const output_config = { format: { type: 'json_schema', schema } } as const;
      const { blocks } = read(asking('?', { output_config }));

      expect(breaches(schema, JSON.parse(blocks[0]?.text ?? ''))).toEqual([]);
    });
  });

  describe('usage', () => {
    it('starts small and ends with totals that follow from the lengths', () => {
      const { values } = told(asking('x'.repeat(4_000)));
      const [start] = values;
      const end = values.find(({ type }) => type === 'message_delta');
      const spoken = readBlocks(values).blocks[0]?.text.length ?? 0;

      expect(start).toHaveProperty('message.usage', {
        input_tokens: expect.any(Number),
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: expect.any(Number),
        service_tier: 'standard',
      });
      expect(start).toHaveProperty('message.usage.input_tokens', 1_017);
      expect(end).toHaveProperty('usage', {
        input_tokens: 1_017,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: Math.ceil(spoken / 4),
      });
    });

    it('counts no bytes of pictures', () => {
      const picture = (data: string): ClaudeRequest => ({
        ...asking('?'),
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
          },
        ],
      });
      const inputOf = (request: ClaudeRequest): unknown =>
        converted(told(request).values, { includeUsage: true }).at(-1)?.usage?.prompt_tokens;

      expect(inputOf(picture('A'.repeat(100_000)))).toBe(inputOf(picture('A')));
    });
  });

  it('says the same to the same request, and otherwise with another seed', () => {
    const request = asking('?', { tools: [findUser], thinking: { type: 'adaptive' } });

    expect(told(request)).toEqual(told(structuredClone(request)));
    expect(told(request, { seed: 1 })).not.toEqual(told(request));
    expect(told({ ...request, max_tokens: 4_095 })).not.toEqual(told(request));
  });

  it('shares nothing between subscriptions', () => {
    const answer$ = replayChannel().messages(calling(asking('?', { tools: [findUser] })));

    expect(outcome(answer$)).toEqual(outcome(answer$));
  });

  it('tells the head once, before the first event; and none where there is an HTTP error', () => {
    const log: unknown[] = [];
    const listen = (model: string): void => {
      const onHead = ({ status, headers }: UpstreamHead): void => {
        log.push([status, headers['content-type']]);
      };
      const { values, error } = outcome(
        replayChannel()
          .messages(calling(asking('?', { model }), onHead))
          .pipe(tap(({ type }) => log.push(type))),
      );
      if (values.length === 0) log.push(error);
    };

    listen('replay/error-first');
    expect(log).toEqual([[200, 'text/event-stream; charset=utf-8'], 'error']);

    log.length = 0;
    listen('replay/overloaded');
    expect(log).toEqual([expect.any(UpstreamError)]);
  });

  it('refuses a request without messages, as the API does', () => {
    for (const messages of [[], undefined, 'none'] as never[]) {
      expect(told({ ...asking('?'), messages }).error).toMatchObject({
        name: 'UpstreamError',
        status: 400,
        type: 'invalid_request_error',
      });
    }
  });

  it('takes what a native client may send unchecked', () => {
    const request = {
      model: 'claude-test',
      messages: [{ role: 'user', content: 'A bare string' }, null, { role: 'user' }, 5],
      tools: [null, { name: 5 }, 'tool'],
      stop_sequences: 'none',
    } as never;

    expect(read(request).stopReason).toBe('end_turn');
  });

  it('lists itself and every scenario', () => {
    const models = emitted(replayChannel().models()).flat();

    expect(models.map(({ id }) => id)).toEqual([
      'replay/claude',
      ...[...scenarios.keys()].map((name) => `replay/${name}`),
    ]);
    expect(new Set(models.map(({ created, ownedBy }) => `${created} ${ownedBy}`))).toEqual(
      new Set(['1735689600 marblegate']),
    );
  });

  it('needs no clock when it is not paced', async () => {
    const events$ = replayChannel({ paceMs: 0 }).messages(calling(asking('?')));
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const types: string[] = [];
    const over = events$.forEach(({ type }) => types.push(type));

    expect(timers()).toBe(before);
    await over;
    expect(types.at(-1)).toBe('message_stop');
  });

  it('holds back thousands of pieces, and sends them all once they are wanted', async () => {
    const demand$ = new BehaviorSubject(false);
    const body = asking('?', { model: 'replay/cut-anywhere' });
    const events$ = replayChannel({ paceMs: 0 }).messages({ ...calling(body), demand$ });
    const types: string[] = [];
    const over = events$.forEach(({ type }) => types.push(type));
    demand$.next(true);
    await over;

    expect(types.at(-1)).toBe('message_stop');
  });
});
