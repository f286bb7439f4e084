import type { ClaudeBlockParam, ClaudeTextParam } from '../../claude/request.ts';
import type { OpenAIContentPart, OpenAIMessageParam } from '../../openai/request.ts';
import { cacheMark, marked } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import { toFile } from './files.ts';
import { toImage } from './images.ts';
import { isNative, toNativeBlock } from './nativeBlock.ts';
import { invalidValue, missingParameter, refusal } from './refusals.ts';

/** The Responses API names text after its direction; some clients do so everywhere. */
const texts: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

/** Whether a part is plain text, under any of its names. */
export function isText(part: OpenAIContentPart): boolean {
  return texts.has(part.type);
}

/** The parts of a message's content; one, when it is a string. */
export function partsOf({
  content,
}: Pick<OpenAIMessageParam, 'content'>): readonly OpenAIContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content ?? [];
}

/** Plain text in Claude's words: no block for white space alone, which Claude refuses. */
export function plainBlocks(text: string): readonly ClaudeTextParam[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

/**
 * A text part in Claude's words; undefined when it holds nothing but white space, which Claude
 * refuses. Nothing is put in its place: models copy what they find in their history.
 */
export function toText(part: OpenAIContentPart, at: string): ClaudeTextParam | undefined {
  const { text } = part;
  if (text === undefined || text === null) throw missingParameter(`${at}.text`);
  if (text.trim() === '') return undefined;
  return marked<ClaudeTextParam>({ type: 'text', text }, cacheMark(part));
}

/** The content of a user's or a tool's message in Claude's words, in order. */
export function toBlocks(
  parts: readonly OpenAIContentPart[],
  at: string,
  conversion: Conversion,
): readonly ClaudeBlockParam[] {
  const blocks: ClaudeBlockParam[] = [];
  for (const [index, part] of parts.entries()) {
    const block = toBlock(part, `${at}.content.[${index}]`, conversion);
    if (block !== undefined) blocks.push(block);
    else passMarkOn(blocks, part);
  }
  return blocks;
}

/** The mark of an empty part passes to the block before it: nothing else can bear it. */
export function passMarkOn(blocks: ClaudeBlockParam[], part: OpenAIContentPart): void {
  const bearer = blocks.at(-1);
  if (bearer !== undefined) blocks[blocks.length - 1] = marked(bearer, cacheMark(part));
}

function toBlock(
  part: OpenAIContentPart,
  at: string,
  conversion: Conversion,
): ClaudeBlockParam | undefined {
  if (isText(part)) return toText(part, at);
  const { type } = part;
  if (type === 'image_url') return marked(toImage(part, at, conversion), cacheMark(part));
  if (type === 'file') {
    const file = toFile(part, at, conversion);
    return file && marked(file, cacheMark(part));
  }
  if (type === 'input_audio') {
    throw refusal(
      `${at}.type`,
      "Audio input is not supported: this model takes no 'input_audio' content.",
      'unsupported_value',
    );
  }
  if (isNative(part) && (conversion.settings.nativeShapes ?? true)) {
    return toNativeBlock(part, at, conversion);
  }
  throw invalidValue(`${at}.type`, type, ['text', 'image_url', 'input_audio', 'file']);
}
