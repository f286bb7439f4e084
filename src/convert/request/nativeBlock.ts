import type {
  ClaudeBlockParam,
  ClaudeMediaSource,
  ClaudeOtherParam,
} from '../../claude/request.ts';
import type { OpenAIContentPart } from '../../openai/request.ts';
import { cacheMark, marked } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import { canonicalBase64, sniff } from './dataUrl.ts';
import { isRecord } from './isRecord.ts';
import { invalidValue, refusal } from './refusals.ts';
import { withoutNulls } from './withoutNulls.ts';

/** Claude's own blocks that a user's or a tool's message may hold. */
const native: ReadonlySet<string> = new Set([
  'image',
  'document',
  'search_result',
  'container_upload',
]);

/** Whether a part is one of Claude's own blocks, for a user or a tool to say. */
export function isNative({ type }: OpenAIContentPart): boolean {
  return native.has(type);
}

/**
 * Claude's own block, as it came, but for OpenAI's way of marking it and for base64 that Claude
 * would not read.
 *
 * **Errors** – `RequestError` for a source that the upstream does not take.
 */
export function toNativeBlock(
  part: OpenAIContentPart,
  at: string,
  conversion: Conversion,
): ClaudeBlockParam {
  const { prompt_cache_breakpoint, cache_control, ...rest } = part;
  const block: ClaudeOtherParam = withoutNulls(rest);
  const { type, source } = block;
  const taken = isRecord(source)
    ? { ...block, source: takenSource(type, source as Source, `${at}.source`, conversion) }
    : block;
  return marked<ClaudeBlockParam>(taken, cacheMark({ prompt_cache_breakpoint, cache_control }));
}

/** Its shape was checked when the request was read. */
type Source =
  ClaudeMediaSource | { readonly type: 'content'; readonly content: string | readonly Block[] };
type Block = Readonly<Record<string, unknown>> & { readonly type: string };

function takenSource(kind: string, source: Source, at: string, conversion: Conversion): Source {
  const { settings, upstream } = conversion;
  switch (source.type) {
    case 'base64': {
      const data = canonicalBase64(source.data);
      if (data === undefined) {
        throw refusal(
          `${at}.data`,
          `Invalid '${at}.data': expected base64-encoded data.`,
          'invalid_value',
        );
      }
      const bytes = sniff(data);
      const media_type =
        kind === 'image' && bytes?.startsWith('image/') === true ? bytes : source.media_type;
      return { ...source, media_type, data };
    }
    case 'url':
      if (!(settings.urlSources ?? upstream.urlSources)) throw invalidValue(`${at}.type`, 'url');
      return source;
    case 'file':
      if (!upstream.fileSources) throw invalidValue(`${at}.type`, 'file');
      return source;
    case 'content':
      return typeof source.content === 'string'
        ? source
        : { ...source, content: takenBlocks(source.content, `${at}.content`, conversion) };
    default:
      return source;
  }
}

function takenBlocks(
  blocks: readonly Block[],
  at: string,
  conversion: Conversion,
): readonly Block[] {
  return blocks.map((block, index) =>
    isRecord(block['source'])
      ? {
          ...block,
          source: takenSource(
            block.type,
            block['source'] as unknown as Source,
            `${at}.[${index}].source`,
            conversion,
          ),
        }
      : block,
  );
}
