import type { ClaudeTool } from '../../claude/request.ts';
import type { OpenAIPlace, OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';
import { refusal, unsupportedParameter } from './refusals.ts';

/** Searches per request, by the size of context the client wants. */
const uses = { low: 3, medium: 5, high: 10 } as const;

/** This version answers in plain search results; later ones search from inside code execution. */
const TYPE = 'web_search_20250305';

/**
 * OpenAI's `web_search_options` as Claude's own search tool; undefined when there are none.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 */
export function toWebSearch(
  { web_search_options: options }: OpenAIRequest,
  tools: readonly ClaudeTool[],
  { settings, upstream, concede }: Conversion,
): ClaudeTool | undefined {
  if (options === undefined) return undefined;
  if (upstream.absentTools.test(TYPE)) throw unsupportedParameter('web_search_options');
  if (tools.some(({ name }) => name === 'web_search')) {
    throw refusal('tools', "A tool may not be named 'web_search' beside 'web_search_options'.");
  }
  const { user_location } = options;
  const place = toPlace(user_location?.approximate ?? user_location);
  if (place === undefined && says(user_location)) {
    concede.drop('web_search_options', { param: 'web_search_options.user_location' });
  }
  return {
    type: TYPE,
    name: 'web_search',
    max_uses: (settings.webSearchUses ?? uses)[options.search_context_size ?? 'medium'],
    ...(place && { user_location: place }),
  };
}

/** Whether there is anything in an object, besides what is null or blank. */
function says(given: object | null | undefined): boolean {
  return Object.entries(given ?? {}).some(([name, value]: [string, unknown]) =>
    isRecord(value) ? says(value) : name !== 'type' && value !== null && value !== '',
  );
}

/** Its members, as far as they say anything; undefined when none does. */
function toPlace(
  given: OpenAIPlace | null | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { city, region, country, timezone } = given ?? {};
  const place = Object.entries({ city, region, country: country?.toUpperCase(), timezone }).filter(
    ([, value]) => value && value.trim() !== '',
  );
  return place.length === 0 ? undefined : { type: 'approximate', ...Object.fromEntries(place) };
}
