import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type LineCounter,
} from 'yaml';

/** The line of a file where a setting is. */
export type LineOf = (path: string) => number | undefined;

/**
 * Finds the line of a setting by its path, as in `channels.1.apiKey`; where there is no such setting,
 * that of the group it would be in.
 */
export function yamlLines(document: Document, lines: LineCounter): LineOf {
  return (path) => {
    const offset = offsetOf(document.contents, path === '' ? [] : path.split('.'));
    return offset === undefined ? undefined : lines.linePos(offset).line;
  };
}

function offsetOf(node: unknown, path: readonly string[]): number | undefined {
  const own = isNode(node) ? node.range?.[0] : undefined;
  if (path.length === 0 || !isCollection(node)) return own;
  if (!isMap(node)) {
    const [index, ...rest] = path;
    return offsetOf(node.items[Number(index)], rest) ?? own;
  }
  // Names may have dots of their own, as `gpt-4.1` has.
  for (let length = path.length; length > 0; length -= 1) {
    const name = path.slice(0, length).join('.');
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (pair === undefined || !isPair(pair)) continue;
    const key = isNode(pair.key) ? pair.key.range?.[0] : undefined;
    return length === path.length ? key : (offsetOf(pair.value, path.slice(length)) ?? key);
  }
  return own;
}
