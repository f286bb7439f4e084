import type { Fold } from './Fold.ts';
import { withEntry } from './withEntry.ts';

/** JSON collected for each open call of a free-form tool, by Claude's block number. */
export type CustomInput = ReadonlyMap<number, string>;

/**
 * The input of free-form (`custom`) tools, which can be unwrapped only when it is whole.
 *
 * Claude has no such tools; the request declared each as a function with one string, `input`.
 *
 * ```text
 * source         A------a--------b-------.-|    A block 1, a free-form tool; a {"inp, b ut":1}
 * customInput    {1→""}-{1→a}----{1→ab}----|
 * ```
 *
 * @param names - the tools the client declared as `custom`, by the names Claude knows
 */
export const customInput = (names: ReadonlySet<string>): Fold<CustomInput> => ({
  seed: new Map(),
  next(inputs, event) {
    if (event.type === 'content_block_start') {
      const { content_block: block, index } = event;
      return block.type === 'tool_use' && names.has(block.name)
        ? withEntry(inputs, index, '')
        : inputs;
    }
    if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') {
      return inputs;
    }
    const json = inputs.get(event.index);
    return json === undefined
      ? inputs
      : withEntry(inputs, event.index, json + event.delta.partial_json);
  },
});
