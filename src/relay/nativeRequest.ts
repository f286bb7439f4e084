import type { IncomingHttpHeaders } from 'node:http';
import type { NativeCall, NativeEndpoint } from '../channels/Channel.ts';
import type { ClaudeRequest } from '../claude/request.ts';
import { withModel } from '../convert/request/withModel.ts';
import { RequestError } from '../errors.ts';
import { clientBetas } from './clientBetas.ts';
import { parseJson, readBytes } from './readJson.ts';
import type { RelayContext } from './RelayContext.ts';
import type { RelaySettings } from './RelayOptions.ts';
import { clientKey } from './requireKey.ts';

/**
 * Reads what a native client asks for. Only the name of a model is looked at, and only an alias of it
 * is changed: everything else is between the client and Claude, to the last digit.
 *
 * **Errors** – {@link RequestError} for a body that is no JSON object, or names no model.
 */
export async function nativeRequest(
  { req, headers, querystring }: RelayContext,
  { maxBodyBytes, request, clientBetas: allowedBetas, auth }: RelaySettings,
  endpoint: NativeEndpoint,
): Promise<Omit<NativeCall, 'demand$' | 'onHead' | 'onAttempt'>> {
  const bytes = await readBytes(req, maxBodyBytes);
  const { text, json } = parseJson(bytes);
  if (!isRequest(json)) throw new RequestError('model: Field required');
  const model = aliased(json.model, request.aliases);
  const named = withModel(text, model);
  const key = auth === 'passthrough' ? clientKey(headers) : undefined;
  return {
    endpoint,
    query: querystring === '' ? '' : `?${querystring}`,
    body: model === json.model ? json : { ...json, model },
    bytes: named === text ? bytes : Buffer.from(named),
    betas: clientBetas(headers, allowedBetas),
    headers: apiHeaders(headers),
    ...(key !== undefined && {
      clientKey: key,
      clientKeyIn: headers.authorization === undefined ? 'x-api-key' : 'authorization',
    }),
  };
}

const isRequest = (json: unknown): json is ClaudeRequest =>
  typeof json === 'object' && json !== null && 'model' in json && typeof json.model === 'string';

const aliased = (model: string, aliases: Readonly<Record<string, string>> = {}): string =>
  (Object.hasOwn(aliases, model) ? aliases[model] : undefined) ?? model;

/** The client's headers of Anthropic's API, its version above all; betas are looked at by themselves. */
const apiHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string] =>
        /^anthropic-[a-z-]+$/.test(header[0]) &&
        header[0] !== 'anthropic-beta' &&
        typeof header[1] === 'string',
    ),
  );
