import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { ClaudeBlockParam } from '../../../src/claude/request.ts';
import type { OpenAIMessageParam } from '../../../src/openai/request.ts';
import { RequestError } from '../../../src/errors.ts';
import { toClaudeRequest } from '../../../src/convert/request/toClaudeRequest.ts';
import { brokenRules } from '../../support/claudeRules.ts';
import { openaiRequests } from '../../support/openaiConversations.ts';

// Hundreds of conversations take their time on a busy machine.
jest.setTimeout(Number(process.env['FUZZ_RUNS'] ?? 0) * 50 + 60_000);

/** `FUZZ_RUNS=20000 npx jest spec/convert/request/anyRequest` tries more than there is time for here. */
const runs = (usually: number): { numRuns: number } => ({
  numRuns: Number(process.env['FUZZ_RUNS'] ?? usually),
});

/** What goes over the wire. */
function sent(request: unknown, settings?: Parameters<typeof toClaudeRequest>[1]): unknown {
  return JSON.parse(JSON.stringify(toClaudeRequest(request, settings).body));
}

describe('toClaudeRequest, given any legal conversation', () => {
  it('makes a request Claude takes', () => {
    fc.assert(
      fc.property(openaiRequests, (request) => {
        expect(brokenRules(sent(request))).toEqual([]);
      }),
      runs(300),
    );
  });

  it('makes one for the clouds, too', () => {
    const upstreams = fc.constantFrom('bedrock', 'vertex', 'replay');
    fc.assert(
      fc.property(openaiRequests, upstreams, (request, upstream) => {
        // Bedrock does not search, and says so.
        const asked = { ...request, web_search_options: null };
        expect(brokenRules(sent(asked, { upstream, urlSources: true }))).toEqual([]);
      }),
      runs(100),
    );
  });

  it('makes one of turns that are remembered', () => {
    let restored = 0;
    fc.assert(
      fc.property(openaiRequests, (request) => {
        const body = sent(request, { restoreTurn: remembered(request) });
        if (JSON.stringify(body).includes(MEMORY)) restored += 1;
        expect(brokenRules(body)).toEqual([]);
      }),
      runs(200),
    );
    expect(restored).toBeGreaterThan(0);
  });

  it('leaves the client’s own objects as they were', () => {
    fc.assert(
      fc.property(openaiRequests, (request) => {
        const before = JSON.stringify(request);
        toClaudeRequest(request);
        expect(JSON.stringify(request)).toBe(before);
      }),
      runs(100),
    );
  });

  it('comes to the same every time', () => {
    fc.assert(
      fc.property(openaiRequests, (request) => {
        expect(sent(request)).toEqual(sent(request));
      }),
      { numRuns: 50 },
    );
  });

  it('converts or refuses in strict mode', () => {
    fc.assert(
      fc.property(openaiRequests, (request) => {
        const outcome = attempt(request, { unsupported: 'reject' });
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(RequestError);
          expect(outcome.message).not.toContain('undefined');
        } else {
          expect(outcome.warnings).toEqual([]);
          expect(brokenRules(JSON.parse(JSON.stringify(outcome.body)))).toEqual([]);
        }
      }),
      runs(100),
    );
  });
});

describe('toClaudeRequest, given anything', () => {
  const keys = fc.constantFrom(
    'model',
    'messages',
    'role',
    'content',
    'type',
    'text',
    'tools',
    'id',
  );
  const { anything } = fc.letrec((tie) => ({
    anything: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.dictionary(keys, tie('anything')),
      fc.array(tie('anything'), { maxLength: 3 }),
    ),
  }));

  it('converts or refuses with a RequestError', () => {
    fc.assert(
      fc.property(anything, openaiRequests, fc.string(), (junk, request, key) => {
        const mixed = {
          ...request,
          [key]: junk,
          messages: [...(request['messages'] as unknown[]), junk],
        };
        for (const input of [junk, { ...request, tools: junk }, mixed]) {
          const outcome = attempt(input);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RequestError);
        }
      }),
      runs(150),
    );
  });
});

/** Signs what only the memory can have brought back. */
const MEMORY = 'b2YgdGhlIG1lbW9yeQ==';

/** Remembers every turn of calls with thoughts before and between, if it can have been Claude's. */
function remembered({
  messages,
}: Readonly<Record<string, unknown>>): (
  ids: readonly string[],
) => readonly ClaudeBlockParam[] | undefined {
  const thought = { type: 'thinking', thinking: '', signature: MEMORY } as const;
  const turns = new Map<string, readonly ClaudeBlockParam[]>();
  for (const { role, content, tool_calls } of messages as readonly OpenAIMessageParam[]) {
    if (role !== 'assistant' || !tool_calls) continue;
    const text = typeof content === 'string' ? content.toWellFormed() : '';
    turns.set(tool_calls.map(({ id }) => id).join(), [
      thought,
      { type: 'text', text },
      ...tool_calls.flatMap(({ id, function: fn, custom }): ClaudeBlockParam[] => [
        thought,
        {
          type: 'tool_use',
          id,
          name: fn?.name ?? custom?.name ?? '',
          input: fn ? inputOf(fn.arguments) : { input: custom?.input.toWellFormed() },
        },
      ]),
    ]);
  }
  return (ids) => turns.get(ids.join());
}

function inputOf(given: unknown): unknown {
  try {
    return JSON.parse(String(given));
  } catch {
    return {};
  }
}

function attempt(
  request: unknown,
  settings?: Parameters<typeof toClaudeRequest>[1],
): ReturnType<typeof toClaudeRequest> | Error {
  try {
    return toClaudeRequest(request, settings);
  } catch (error) {
    return error as Error;
  }
}
