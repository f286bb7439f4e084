import { z } from 'zod';
import { byType, inShape, oneOfTypes, type ShapesByType } from './byType.ts';
import { flag, marks, record, said, webUrl, word } from './kinds.ts';

/** Image formats Claude reads. */
const images = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

const url = z.looseObject({ url: webUrl });
const file = z.looseObject({ file_id: said });
const citations = z.looseObject({ enabled: z.boolean().optional() }).nullish();
const text = z.looseObject({ text: said, cache_control: marks.cache_control });

const image: z.ZodType = z.looseObject({
  source: oneOfTypes({
    base64: z.looseObject({ media_type: z.enum(images), data: said }),
    url,
    file,
  }),
  transformations: record,
});

const document: z.ZodType = z.looseObject({
  source: oneOfTypes({
    base64: z.looseObject({ media_type: z.literal('application/pdf'), data: said }),
    text: z.looseObject({ media_type: z.literal('text/plain'), data: said }),
    content: z.looseObject({ content: z.union([said, z.array(oneOfTypes({ text, image }))]) }),
    url,
    file,
  }),
  title: word,
  context: word,
  citations,
});

/**
 * Claude's own blocks, by type: what each must hold.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
const claudeBlocks: ShapesByType = {
  text: z.looseObject({ citations: z.array(z.looseObject({ type: z.string() })).nullish() }),
  image,
  document,
  search_result: z.looseObject({
    source: z.string(),
    title: z.string(),
    content: z.array(oneOfTypes({ text })),
    citations,
  }),
  container_upload: z.looseObject({ file_id: said }),
  tool_use: z.looseObject({
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    caller: byType({}).nullish(),
    toolset_name: word,
  }),
  tool_result: z.looseObject({
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.lazy(() => part))]).nullish(),
    is_error: flag,
    toolset_name: word,
  }),
  thinking: z.looseObject({ thinking: word, signature: word }),
  redacted_thinking: z.looseObject({ data: word }),
};

/** A part of a message's content, in OpenAI's form or Claude's. */
export const part: z.ZodType = z
  .looseObject({
    type: z.string(),
    text: word,
    refusal: word,
    image_url: z.union([z.string(), z.looseObject({ url: z.string(), detail: word })]).nullish(),
    file: z
      .looseObject({
        file_data: word,
        file_id: word,
        file_url: word,
        filename: word,
        media: z.enum(['image', 'document']).nullish(),
      })
      .nullish(),
    ...marks,
  })
  .check(inShape(claudeBlocks));
