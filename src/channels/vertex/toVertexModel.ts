import { claudeName, findModel } from '../../convert/models.ts';

/**
 * The name Vertex AI knows a model by: Anthropic's own, with `@` before the date where there is one.
 * Names with an `@` are left as they are.
 *
 * @param ids - names clients use → Vertex AI's ids
 * @see https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai
 */
export function toVertexModel(model: string, ids: Readonly<Record<string, string>> = {}): string {
  const configured = Object.hasOwn(ids, model) ? ids[model] : undefined;
  if (configured !== undefined) return configured;
  if (model.includes('@')) return model;
  const name = claudeName(model);
  if (name === undefined) return model;
  const { row, traits } = findModel(name);
  const dated = row !== undefined && traits.aliases?.includes(name) === true ? row : name;
  return dated.replace(/-(\d{8})$/, '@$1');
}
