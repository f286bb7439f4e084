import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A relay that can be measured. */
export interface Contender {
  readonly name: ContenderName;
  /** What it speaks to its clients: Claude's bytes as they came, or OpenAI's chunks. */
  readonly speaks: 'claude' | 'openai';
  readonly path: string;
  headers(upstreamPort: number): Readonly<Record<string, string>>;
  /** Arguments for node. */
  args(port: number, upstreamPort: number): readonly string[];
  env(port: number, upstreamPort: number): NodeJS.ProcessEnv;
  /** The file that is there when it can be started. */
  readonly file: string;
}

/** `direct` is no relay at all: the client asks the upstream itself. */
export type ContenderName =
  | 'direct'
  | 'raw-pipe'
  | 'bare-frame'
  | 'before'
  | 'marblegate'
  | 'portkey'
  | 'one worker'
  | 'two workers';

const root = fileURLToPath(new URL('../', import.meta.url));
const peers = process.env['PEERS_DIR'] ?? join(root, '../peers');
const rawPipe = join(root, 'dist-bench/processes/rawPipe.js');
const bareFrame = join(root, 'dist-bench/processes/bareFrame.js');
const before = process.env['BEFORE_DIR'];
const ours = process.env['RELAY_DIR'] ?? root;
const portkey = join(peers, 'portkey/node_modules/@portkey-ai/gateway/build/start-server.js');

/**
 * The yardstick first; Koa and got with nothing in them; an earlier build of ours, where one is named;
 * ours; and the best-known relay of the kind.
 */
export const contenders: readonly Contender[] = [
  {
    name: 'raw-pipe',
    speaks: 'claude',
    path: '/v1/messages',
    file: rawPipe,
    headers: () => ({}),
    args: (port, upstreamPort) => [rawPipe, String(port), String(upstreamPort)],
    env: () => ({}),
  },
  {
    name: 'bare-frame',
    speaks: 'claude',
    path: '/v1/messages',
    file: bareFrame,
    headers: () => ({}),
    args: (port, upstreamPort) => [bareFrame, String(port), String(upstreamPort)],
    env: () => ({}),
  },
  ...(before === undefined ? [] : [relay('before', before)]),
  relay('marblegate', ours),
  {
    name: 'portkey',
    speaks: 'openai',
    path: '/v1/chat/completions',
    file: portkey,
    headers: (upstreamPort) => ({
      authorization: 'Bearer bench',
      'x-portkey-provider': 'anthropic',
      'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
    }),
    args: (port) => [portkey, `--port=${port}`, '--headless'],
    env: () => ({}),
  },
];

/** Ours against itself: alone, and with the work shared out. */
export const crews: readonly (Contender & { readonly workers: number })[] = [
  { ...relay('one worker', ours, 1), workers: 1 },
  { ...relay('two workers', ours, 2), workers: 2 },
];

/** The relay as it is built in a checkout. */
function relay(name: ContenderName, checkout: string, workers = 1): Contender {
  const cli = join(checkout, 'dist/cli.js');
  return {
    name,
    speaks: 'openai',
    path: '/v1/chat/completions',
    file: cli,
    headers: () => ({ authorization: 'Bearer bench' }),
    args: () => [cli],
    env: (port, upstreamPort) => ({
      PORT: String(port),
      HOST: '127.0.0.1',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${upstreamPort}`,
      ANTHROPIC_API_KEY: 'sk-ant-bench',
      LOG_LEVEL: 'silent',
      ...(workers > 1 && { MARBLEGATE_WORKERS: String(workers) }),
    }),
  };
}

export const isInstalled = ({ file }: Contender): boolean => existsSync(file);
