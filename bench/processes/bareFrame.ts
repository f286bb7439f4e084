import Router from '@koa/router';
import type { IncomingMessage } from 'node:http';
import Koa from 'koa';
import getRawBody from 'raw-body';
import type { leanClient as LeanClient } from '../../src/channels/leanClient.ts';
import type { leanPost as LeanPost } from '../../src/channels/leanPost.ts';

// What the frame costs before anything is done in it: Koa takes a request, got – as lean as ours –
// sends it on, and the answer's bytes are written as they come. A relay of this shape cannot cost less.
const [port, upstreamPort] = process.argv.slice(2).map(Number);

// The built ones: they look for their package beside them.
const { leanClient } = await built<{ leanClient: typeof LeanClient }>('leanClient');
const { leanPost } = await built<{ leanPost: typeof LeanPost }>('leanPost');
const post = leanPost(leanClient(10_000), {
  url: `http://127.0.0.1:${upstreamPort}/v1/messages`,
  headers: {
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
    'x-api-key': 'sk-ant-bench',
  },
});

const router = new Router().post('/v1/messages', async (ctx) => {
  const body = await getRawBody(ctx.req);
  await new Promise<void>((resolve) => {
    const request = post({ body });
    request.once('error', () => ctx.res.destroy());
    request.once('response', (answer: IncomingMessage) => {
      answer.removeAllListeners('readable');
      process.nextTick(() => {
        ctx.res.writeHead(answer.statusCode ?? 502, {
          'content-type': answer.headers['content-type'] ?? '',
        });
        answer.pipe(ctx.res);
      });
    });
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) request.destroy();
      resolve();
    });
  });
  ctx.respond = false;
});

new Koa().use(router.routes()).listen({ port, host: '127.0.0.1', backlog: 4096 });

async function built<Exports>(file: string): Promise<Exports> {
  return (await import(new URL(`../../dist/channels/${file}.js`, import.meta.url).href)) as Exports;
}
