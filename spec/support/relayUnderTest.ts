import { afterAll, beforeAll } from '@jest/globals';
import type { Channel } from '../../src/channels/Channel.ts';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import type { RelayOptions } from '../../src/relay/RelayOptions.ts';
import { type RunningRelay, serve } from '../../src/relay/serve.ts';
import { toSse } from '../../src/testing/index.ts';
import { eventStream, startUpstream, type Upstream, type Visit } from './upstream.ts';

/** How Claude's stand-in answers one request. */
export type Script = (visit: Visit) => unknown;

type Options = Omit<RelayOptions, 'channel'>;

/** A relay that listens on a real socket while the specs of a file run. */
export interface ServedRelay {
  /** What an OpenAI client takes as its `baseURL`. */
  readonly baseURL: string;
}

export interface RelayUnderTest extends ServedRelay {
  /** Claude's stand-in itself, as Anthropic's own client takes it. */
  readonly claudeURL: string;
  /** The requests that came to it since it was last told what to answer. */
  visits(): readonly Visit[];
  /** Waits for the n-th of them, from 0. */
  visit(at?: number): Promise<Visit>;
  /** What Claude answers from now on: a script for each request, the last one for all that follow. */
  claudeAnswers(...scripts: readonly [Script, ...Script[]]): void;
}

/** Serves a relay in front of any channel; to be called at the top of a spec file. */
export function serveRelay(channel: () => Channel, options: Options = {}): ServedRelay {
  let relay: RunningRelay | undefined;
  beforeAll(async () => {
    relay = await serve(createRelay({ ...options, channel: channel() }), {
      host: '127.0.0.1',
      port: 0,
    });
  });
  afterAll(async () => {
    await relay?.drain(0);
  });

  return {
    get baseURL() {
      return `${relay?.url ?? ''}/v1`;
    },
  };
}

/** Serves a relay in front of a stand-in for Claude; to be called at the top of a spec file. */
export function relayUnderTest(options: Options = {}): RelayUnderTest {
  let claude: Upstream | undefined;
  let scripts: readonly Script[] = [];
  let before = 0;
  const running = (): Upstream => {
    if (claude === undefined) throw new Error('Claude is there while specs run');
    return claude;
  };
  const visits = (): readonly Visit[] => running().visits.slice(before);

  beforeAll(async () => {
    claude = await startUpstream((visit) =>
      (scripts[visits().indexOf(visit)] ?? scripts.at(-1) ?? says([]))(visit),
    );
  });
  const served = serveRelay(
    () => anthropicChannel({ baseUrl: running().url, apiKey: 'sk-ant-test' }),
    options,
  );
  // After the relay: its connections end first.
  afterAll(async () => {
    await claude?.close();
  });

  return {
    get baseURL() {
      return served.baseURL;
    },
    get claudeURL() {
      return running().url;
    },
    visits,
    visit: (at = 0) => running().visit(before + at),
    claudeAnswers(...given) {
      scripts = given;
      before = running().visits.length;
    },
  };
}

/** Says these events and closes. */
export const says =
  (events: readonly ClaudeEvent[]): Script =>
  (visit) =>
    eventStream(visit, toSse(events)).end();

/** Sends bytes as they are and closes: they may end anywhere. */
export const sends =
  (bytes: Uint8Array): Script =>
  (visit) =>
    eventStream(visit).end(bytes);

/** Sends bytes, then breaks the connection without closing the answer. */
export const breaksAfter =
  (bytes: Uint8Array): Script =>
  (visit) => {
    const response = eventStream(visit);
    const cut = () => visit.socket.destroy();
    if (bytes.length > 0) response.write(bytes, cut);
    else cut();
  };

/** Says these events, and then nothing more: the connection stays open. */
export const saysAndWaits =
  (events: readonly ClaudeEvent[]): Script =>
  (visit) =>
    eventStream(visit, toSse(events));

/** Refuses in Claude's words, before anything is streamed. */
export const refuses =
  (
    status: number,
    type: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): Script =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ type: 'error', error: { type, message } }));
  };
