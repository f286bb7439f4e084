import { Agent, createServer, request } from 'node:http';

// The yardstick: bytes in, bytes out, nothing read. No relay written for node:http can cost less.
const [port, upstreamPort] = process.argv.slice(2).map(Number);

const agent = new Agent({ keepAlive: true, maxFreeSockets: 1024 });

createServer((incoming, response) => {
  const upstream = request(
    {
      port: upstreamPort,
      host: '127.0.0.1',
      method: 'POST',
      path: '/v1/messages',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': incoming.headers['content-length'],
        'anthropic-version': '2023-06-01',
        'x-api-key': 'sk-ant-bench',
      },
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, {
        'content-type': answer.headers['content-type'] ?? '',
      });
      answer.pipe(response);
    },
  );
  upstream.on('error', () => response.destroy());
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  incoming.pipe(upstream);
}).listen({ port, host: '127.0.0.1', backlog: 4096 });
