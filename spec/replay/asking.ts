import type { ClaudeRequest, ClaudeTool } from '../../src/claude/request.ts';

/** A request with one question, and whatever else is said of it. */
export const asking = (
  question: string,
  more: Partial<ClaudeRequest> & { readonly model?: string } = {},
): ClaudeRequest => ({
  model: 'claude-test',
  max_tokens: 4_096,
  messages: [{ role: 'user', content: [{ type: 'text', text: question }] }],
  ...more,
});

/** The same request once the tools have answered, `results` in order. */
export const answered = (request: ClaudeRequest, ...results: readonly string[]): ClaudeRequest => ({
  ...request,
  messages: [
    ...request.messages,
    {
      role: 'assistant',
      content: results.map((_, nth) => ({
        type: 'tool_use',
        id: `toolu_${nth}`,
        name: 'find_user',
        input: {},
      })),
    },
    {
      role: 'user',
      content: results.map((content, nth) => ({
        type: 'tool_result',
        tool_use_id: `toolu_${nth}`,
        content,
      })),
    },
  ],
});

export const findUser: ClaudeTool = {
  name: 'find_user',
  input_schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      role: { enum: ['admin', 'guest'] },
      limit: { type: 'integer', minimum: 1, maximum: 50 },
    },
    required: ['name', 'role', 'limit'],
    additionalProperties: false,
  },
};

export const sendMail: ClaudeTool = {
  name: 'send_mail',
  input_schema: {
    type: 'object',
    properties: {
      to: { type: 'array', items: { type: 'string', format: 'email' }, minItems: 1 },
      body: { $ref: '#/$defs/Body' },
    },
    required: ['to', 'body'],
    $defs: {
      Body: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
    },
  },
};
