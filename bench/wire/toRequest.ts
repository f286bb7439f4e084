/** A request as bytes, to be sent as they are again and again. */
export function toRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Buffer {
  const json = Buffer.from(JSON.stringify(body));
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(json.length),
    accept: 'text/event-stream',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), json]);
}
