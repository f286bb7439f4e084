import type {
  ClaudeBlockParam,
  ClaudeDocumentParam,
  ClaudeImageParam,
  ClaudeMediaSource,
  ClaudeRequest,
} from '../../claude/request.ts';

/** An image or a document: in a message, or in the result of a tool. */
export type MediaBlock = ClaudeImageParam | ClaudeDocumentParam;

/** All images and documents of a request, in their order. */
export function mediaBlocks({ messages }: ClaudeRequest): readonly MediaBlock[] {
  return messages.flatMap(({ content }) => blocksOf(content));
}

/** The request with its images and documents changed. What has none is the same object as before. */
export function mapMediaBlocks(
  request: ClaudeRequest,
  change: (block: MediaBlock) => MediaBlock,
): ClaudeRequest {
  if (mediaBlocks(request).length === 0) return request;
  return {
    ...request,
    messages: request.messages.map((message) => ({
      ...message,
      content: changed(message.content, change),
    })),
  };
}

// A native client may write a text where this relay writes blocks.
function blocksOf(content: unknown): readonly MediaBlock[] {
  if (!Array.isArray(content)) return [];
  return (content as readonly unknown[]).flatMap((block) =>
    isMedia(block) ? [block] : isResult(block) ? blocksOf(block.content) : [],
  );
}

function changed<T>(content: T, change: (block: MediaBlock) => MediaBlock): T {
  if (!Array.isArray(content)) return content;
  return (content as readonly unknown[]).map((block) => {
    if (isMedia(block)) return change(block);
    return isResult(block) ? { ...block, content: changed(block.content, change) } : block;
  }) as T;
}

function isMedia(block: unknown): block is MediaBlock {
  if (typeof block !== 'object' || block === null) return false;
  const { type, source } = block as { type?: unknown; source?: Partial<ClaudeMediaSource> | null };
  return (type === 'image' || type === 'document') && typeof source?.type === 'string';
}

const isResult = (block: unknown): block is ClaudeBlockParam & { readonly content: unknown } =>
  typeof block === 'object' &&
  block !== null &&
  'type' in block &&
  block.type === 'tool_result' &&
  'content' in block;
