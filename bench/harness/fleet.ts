import { connect } from 'node:net';
import type { UpstreamDuties } from '../duties/UpstreamDuties.ts';
import type { ClientDuties } from '../duties/ClientDuties.ts';
import { chatRequest } from '../fixture/chatRequest.ts';
import { toRequest } from '../wire/toRequest.ts';
import { type Core, type Started, start, startOwn, stop } from './children.ts';
import { comesTrue } from './clock.ts';
import type { Contender } from './contenders.ts';
import type { Remote } from './duties.ts';
import { freePort } from './listening.ts';

/** A contender that serves. */
export interface Runner extends Contender, Pick<Started, 'pid'> {
  readonly port: number;
  /** The request of the bench, or one with another body, in this contender's own way. */
  request(body?: object): Buffer;
}

/** Everything a measure needs: an upstream, a client, and the relays between them. */
export interface Fleet {
  readonly upstream: Remote<UpstreamDuties>;
  readonly upstreamPort: number;
  readonly client: Remote<ClientDuties>;
  readonly runners: readonly Runner[];
  stop(): Promise<void>;
}

/** Starts them all. The relays share a core, since only one of them is asked at a time. */
export async function startFleet(contenders: readonly Contender[]): Promise<Fleet> {
  const upstream = await startOwn<UpstreamDuties>('other', 'upstream');
  const client = await startOwn<ClientDuties>('other', 'client');
  const upstreamPort = await upstream.ask('port', null);
  const relays: (Runner & Started)[] = [];
  for (const contender of contenders) relays.push(await startRelay(contender, upstreamPort));
  return {
    upstream,
    upstreamPort,
    client,
    runners: relays,
    async stop() {
      for (const started of [...relays, client, upstream]) await stop(started);
    },
  };
}

/** Starts a contender and waits until it can be asked. */
export async function startRelay(
  contender: Contender,
  upstreamPort: number,
  core: Core = 'measured',
): Promise<Runner & Started> {
  const port = await freePort();
  const started = start(core, contender.args(port, upstreamPort), {
    env: contender.env(port, upstreamPort),
  });
  const isUp = await comesTrue(() => started.process.exitCode !== null || accepts(port), 30_000);
  if (!isUp || started.process.exitCode !== null) {
    throw new Error(`${contender.name} does not start (${contender.file}).`);
  }
  const headers = contender.headers(upstreamPort);
  return {
    ...contender,
    ...started,
    port,
    request: (body = chatRequest()) => toRequest(contender.path, headers, body),
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => {
        resolve(false);
      });
  });
