import type { ClaudeRequest } from '../claude/request.ts';
import { refusal, unsupportedParameter } from '../convert/request/refusals.ts';
import type { UpstreamTraits } from '../convert/request/upstreams.ts';
import { without } from '../convert/request/without.ts';
import { mediaBlocks } from './media/mediaBlocks.ts';

/**
 * What an upstream takes of a request, whoever wrote it: a converted one has been adapted already, a
 * native client's has not.
 *
 * Members an upstream has no use for are left out: with them, it would refuse the whole request.
 *
 * **Errors** – `RequestError` for what cannot be left out without changing what is asked.
 */
export function takenBody(body: ClaudeRequest, traits: UpstreamTraits): ClaudeRequest {
  for (const { type } of body.tools ?? []) {
    if (type !== undefined && traits.absentTools.test(type)) throw unsupportedParameter('tools');
  }
  for (const { source } of mediaBlocks(body)) {
    if (source.type === 'file' && !traits.fileSources) {
      throw refusal('messages', 'Files are not supported by the upstream of this model.');
    }
    if (source.type === 'url' && !traits.urlSources) {
      throw refusal(
        'messages',
        'URLs of images and documents are not supported by the upstream of this model.',
        'invalid_image_url',
      );
    }
  }
  return without(body, [
    ...traits.unknownMembers,
    ...(traits.topLevelCache ? [] : ['cache_control']),
  ]) as ClaudeRequest;
}
