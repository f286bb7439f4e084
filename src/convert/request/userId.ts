import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';

/** Characters Claude takes of a user id. */
const LONGEST = 256;

const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
/** With a plus or punctuation: bare digits are more often a database's id than a telephone's. */
const telephone = /^\+\d[\d\s().-]{5,18}\d$|^\(?\d{2,4}\)?[\s.-]\d[\d\s.-]{4,14}\d$/;

/**
 * Who the request is for, as Claude wants to know it: an opaque id. An e-mail address or telephone
 * number is not, and goes as a hash or not at all.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toUserId(
  { safety_identifier, user, metadata }: OpenAIRequest,
  { settings, concede }: Conversion,
): string | undefined {
  const inMetadata = typeof metadata?.['user_id'] === 'string' ? metadata['user_id'] : undefined;
  const id = (safety_identifier ?? user ?? inMetadata)?.trim();
  if (!id || settings.userId === 'drop') return undefined;
  const isPlain = id.length <= LONGEST && !email.test(id) && !telephone.test(id);
  if (isPlain && settings.userId !== 'sha256') return id;
  if (settings.hash !== undefined) return settings.hash(id);
  concede.drop('user', { param: safety_identifier === undefined ? 'user' : 'safety_identifier' });
  return undefined;
}
