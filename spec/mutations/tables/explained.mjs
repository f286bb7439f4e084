/** Generic changes that change nothing anybody could observe, and why. */
export const explained = [
  {
    file: 'src/operators/encodeSse.ts',
    change:
      '!Array.isArray(calls) || calls.length !== 1 → true   in: if (!Array.isArray(calls) || calls.length !== 1) return undefined;',
    reason: 'the fast way is not taken, and JSON.stringify writes the same',
  },
  {
    file: 'src/operators/encodeSse.ts',
    change:
      "piece && typeof piece.arguments === 'string' && fieldsOf(call) === 2 → fieldsOf(call) === 2   in: return piece &&",
    reason: 'what is no object has no fields, and arguments that are no text are written the same',
  },
  {
    file: 'src/convert/request/inputSchema.ts',
    change:
      "'object' → ''   in: const rooted = schema['type'] === 'object' ? schema : { ...schema, type: 'object' };",
    reason: 'a copy of the same schema',
  },
  {
    file: 'src/convert/request/readRequest.ts',
    change: 'messages.length === 0 → false   in: if (messages.length === 0) throw emptyMessages();',
    reason: 'toDialogue refuses a conversation of no turns in the same words',
  },
  {
    file: 'src/convert/request/Turns.ts',
    change:
      'places.at(-1) ?? 0 → places.at(-1)   in: results[places.at(-1) ?? 0]?.pieces.push(result);',
    reason: 'a key is known by its first call, so where no call is left there is a place',
  },
];
