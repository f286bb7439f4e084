import { afterAll, beforeAll } from '@jest/globals';
import type { Channel } from '../../src/channels/Channel.ts';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import type { RelayOptions } from '../../src/relay/RelayOptions.ts';
import { type RunningRelay, serve } from '../../src/relay/serve.ts';
import {
  fakeClaude,
  type FakeCall,
  type FakeClaude,
  type Script,
  scripts,
} from '../../src/testing/index.ts';

const { answers, hangs } = scripts;

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
  calls(): readonly FakeCall[];
  /** Waits for the first of them. */
  called(): Promise<FakeCall>;
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
  let claude: FakeClaude | undefined;
  let given: readonly [Script, ...Script[]] = [hangs()];
  let before = 0;
  const running = (): FakeClaude => {
    if (claude === undefined) throw new Error('Claude is there while specs run');
    return claude;
  };
  const calls = (): readonly FakeCall[] => running().calls.slice(before);

  beforeAll(async () => {
    claude = await fakeClaude((reply, call) => {
      const script = given[Math.min(calls().indexOf(call), given.length - 1)] ?? given[0];
      return script(reply, call);
    });
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
    calls,
    called: () => running().call(before),
    claudeAnswers(...scripts) {
      given = scripts;
      before = running().calls.length;
    },
  };
}

/** Refuses in Claude's words, before anything is streamed. */
export const refuses = (
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Script => answers(status, { type: 'error', error: { type, message } }, headers);
