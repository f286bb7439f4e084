/** A Koa application of your own, with a relay below `/ai`: clients use `…/ai/v1` as their `baseURL`. */
import Koa from 'koa';
import { type Channel, createRelay } from 'marblegate';

export function createApp(channel: Channel): Koa {
  const relay = createRelay({ channel, auth: 'none' }).callback();

  const app = new Koa();
  app.use(async function ai(ctx, next) {
    if (!ctx.path.startsWith('/ai/')) {
      await next();
      return;
    }
    // The relay answers by itself, as fast as the client reads; Koa must not answer as well.
    ctx.respond = false;
    ctx.req.url = ctx.url.slice('/ai'.length);
    await relay(ctx.req, ctx.res);
  });
  app.use((ctx) => {
    ctx.body = 'The rest of the application.';
  });
  return app;
}
