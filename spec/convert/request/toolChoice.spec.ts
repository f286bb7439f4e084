import { describe, expect, it } from '@jest/globals';
import { convert, refused, tool } from '../../support/chatRequest.ts';

const tools = [tool('f'), tool('g')];
const single = { disable_parallel_tool_use: true };

describe('tool_choice', () => {
  it.each([
    [{}, undefined],
    [{ parallel_tool_calls: true }, undefined],
    [{ parallel_tool_calls: false }, { type: 'auto', ...single }],
    [{ tool_choice: 'auto' }, { type: 'auto' }],
    [{ tool_choice: 'none', parallel_tool_calls: false }, { type: 'none' }],
    [{ tool_choice: 'required' }, { type: 'any' }],
    [
      { tool_choice: 'required', parallel_tool_calls: false },
      { type: 'any', ...single },
    ],
    [{ tool_choice: { type: 'function', function: { name: 'g' } } }, { type: 'tool', name: 'g' }],
    [{ tool_choice: { type: 'custom', custom: { name: 'g' } } }, { type: 'tool', name: 'g' }],
    [{ tool_choice: { type: 'any' } }, { type: 'any' }],
    [
      { tool_choice: { type: 'tool', name: 'f' }, parallel_tool_calls: false },
      { type: 'tool', name: 'f', ...single },
    ],
  ])('%j becomes %j', (request, choice) => {
    const { body, warnings } = convert({ tools, ...request });
    expect(body.tool_choice).toEqual(choice);
    expect(body.tools).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it('of allowed tools leaves the others out', () => {
    const allowed_tools = {
      mode: 'required',
      tools: [{ type: 'function', function: { name: 'g' } }],
    };
    const { body, warnings } = convert({
      tools,
      tool_choice: { type: 'allowed_tools', allowed_tools },
    });
    expect(body.tools).toMatchObject([{ name: 'g' }]);
    expect(body.tool_choice).toEqual({ type: 'any' });
    expect(warnings).toEqual(['rewritten:tool_choice']);
    expect(
      refused(
        { tools, tool_choice: { type: 'allowed_tools', allowed_tools } },
        { unsupported: 'reject' },
      ).message,
    ).toBe("Unsupported value: 'tool_choice' does not support allowed_tools with this model.");
  });

  it.each([
    [
      { tool_choice: { type: 'function', function: { name: 'x' } } },
      "Invalid value for 'tool_choice': 'x' not found in tools.",
    ],
    [
      { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } } },
      "Invalid value for 'tool_choice': '' not found in tools.",
    ],
    [
      { tool_choice: 'must' },
      "Invalid value: 'must'. Supported values are: 'none', 'auto', and 'required'.",
    ],
    [
      { tool_choice: 'constructor' },
      "Invalid value: 'constructor'. Supported values are: 'none', 'auto', and 'required'.",
    ],
    [
      { tool_choice: { type: 'odd' } },
      "Invalid value: 'odd'. Supported values are: 'function', 'allowed_tools', and 'custom'.",
    ],
    [
      { tools: [], tool_choice: 'required' },
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    ],
  ])('is refused: %j', (request, message) => {
    const { message: said, param } = refused({ tools, ...request });
    expect(said).toBe(message);
    expect(param).toMatch(/^tool_choice(?:\.type)?$/);
  });

  it.each([
    [{ type: 'function' }, 'tool_choice.function', 'missing_required_parameter'],
    [{ type: 'function', function: {} }, 'tool_choice.function.name', 'missing_required_parameter'],
    [{ type: 'function', function: { name: 5 } }, 'tool_choice.function.name', 'invalid_type'],
    [{ type: 'custom' }, 'tool_choice.custom', 'missing_required_parameter'],
    [{ type: 'tool' }, 'tool_choice.name', 'missing_required_parameter'],
    [{ type: 'odd', function: { name: 'a' } }, 'tool_choice.type', 'invalid_value'],
    [
      { type: 'auto', disable_parallel_tool_use: 'x' },
      'tool_choice.disable_parallel_tool_use',
      'invalid_type',
    ],
    [{ type: 'allowed_tools' }, 'tool_choice.allowed_tools', 'missing_required_parameter'],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'auto' } },
      'tool_choice.allowed_tools.tools',
      'missing_required_parameter',
    ],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'maybe', tools: [] } },
      'tool_choice.allowed_tools.mode',
      'invalid_value',
    ],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: ['a'] } },
      'tool_choice.allowed_tools.tools.[0]',
      'invalid_type',
    ],
    [
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function' }] },
      'tool_choice.tools.[0].function',
      'missing_required_parameter',
    ],
    [
      { type: 'allowed_tools', allowed_tools: { tools: [{ type: 'custom' }] } },
      'tool_choice.allowed_tools.tools.[0].custom',
      'missing_required_parameter',
    ],
  ])('in the wrong shape is refused: %j', (tool_choice, param, reason) => {
    expect(refused({ tools, tool_choice })).toMatchObject({ param, reason });
  });

  it.each(['none', 'auto'])('%s means nothing without tools', (tool_choice) => {
    const { body } = convert({ tool_choice, parallel_tool_calls: false });
    expect(body).not.toHaveProperty('tool_choice');
    expect(body).not.toHaveProperty('tools');
  });

  it('that forces is asked for in words where the model cannot be forced', () => {
    const request = { model: 'claude-opus-5-5', tools, parallel_tool_calls: false };
    const { body, warnings } = convert({ ...request, tool_choice: 'required' });
    expect(body.tool_choice).toEqual({ type: 'auto', ...single });
    expect(body.system).toBe('You must call a tool in this turn.');
    expect(warnings).toEqual(['rewritten:tool_choice']);
    const named = { type: 'function', function: { name: 'g' } };
    expect(convert({ ...request, tool_choice: named }).body.system).toBe(
      'You must call the tool "g" in this turn.',
    );
    expect(refused({ ...request, tool_choice: named }, { unsupported: 'reject' })).toMatchObject({
      param: 'tool_choice',
      reason: 'unsupported_value',
    });
  });

  it('that forces wins over thinking within a budget', () => {
    const request = {
      model: 'claude-sonnet-4-5',
      tools,
      tool_choice: 'required',
      reasoning_effort: 'medium',
      temperature: 0.5,
    };
    const { body, warnings } = convert(request);
    expect(body.tool_choice).toEqual({ type: 'any' });
    expect(body).not.toHaveProperty('thinking');
    expect(body.temperature).toBe(0.5);
    expect(warnings).toEqual(['dropped:reasoning_effort']);
  });
});
