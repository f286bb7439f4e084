import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import got, { type Got } from 'got';
import { version as ownVersion } from '../version.ts';

/**
 * got at its leanest: one instance per channel, connections kept, and none of its comforts on the
 * way.
 *
 * Retrying a request that was half answered would say things twice; following a redirect would take
 * the key elsewhere; decompressing is not wanted in front of a stream.
 *
 * @param connectTimeoutMs - milliseconds that resolving and connecting may each take
 */
export function leanClient(connectTimeoutMs: number): Got {
  const kept = { keepAlive: true, maxFreeSockets: 256 };
  return got.extend({
    agent: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
    request: plainRequest,
    retry: { limit: 0 },
    decompress: false,
    throwHttpErrors: false,
    followRedirect: false,
    headers: { 'user-agent': `marblegate/${ownVersion}`, 'accept-encoding': 'identity' },
    timeout: {
      lookup: connectTimeoutMs,
      connect: connectTimeoutMs,
      secureConnect: connectTimeoutMs,
    },
  });
}

/**
 * Asks node with what we set; got would hand it some thirty options more, for node to copy twice per
 * request and find undefined. A list of headers is written as it is, an object would be a table first.
 */
function plainRequest(
  { protocol, host, hostname, port, pathname, search }: URL,
  { method, headers = {}, agent, lookup }: RequestOptions,
): ClientRequest {
  const request = protocol === 'https:' ? httpsRequest : httpRequest;
  const list = 'host' in headers ? [] : ['host', host];
  for (const [name, value] of Object.entries(headers)) list.push(name, String(value));
  return request({
    protocol,
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port,
    path: pathname + search,
    method,
    headers: list,
    agent,
    lookup,
  });
}
