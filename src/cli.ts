#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { drawCapture, type DrawCaptureFlags } from './cli/drawCapture.ts';
import { problemOf } from './cli/problemOf.ts';
import { serveWithWorkers } from './cli/serveWithWorkers.ts';
import type { Settings } from './cli/Settings.ts';
import { startRelay } from './cli/startRelay.ts';
import { stopOnSignal } from './cli/stopOnSignal.ts';
import { serveAsWorker, takeWorkerNumber } from './cli/worker.ts';
import { toClaudeRequest } from './convert/request/toClaudeRequest.ts';
import { RequestError } from './errors.ts';
import { type RelayConfig, readConfig } from './relay/config.ts';
import { ConfigError } from './relay/ConfigError.ts';
import { conversionOf } from './relay/conversionOf.ts';
import type { Environment } from './relay/environment.ts';
import { explain } from './relay/explain.ts';
import { greeting } from './relay/greeting.ts';
import { lendPackages } from './relay/lendPackages.ts';
import { loadStages } from './relay/loadStages.ts';
import { openLog } from './relay/log.ts';
import { openChannel } from './relay/openChannel.ts';
import { readOptions } from './relay/readOptions.ts';
import { version } from './version.ts';

/** Looked for in the working directory when no file is named. */
const DEFAULT_FILE = 'marblegate.yaml';

interface Flags {
  readonly config?: string;
  readonly port?: string;
  readonly host?: string;
  readonly workers?: string;
}

const program = new Command('marblegate')
  .description('A relay that lets every OpenAI client talk to Claude.')
  .version(version)
  .showHelpAfterError()
  .option('--config <file>', `YAML file with the settings (default: ${DEFAULT_FILE}, if there)`)
  .option('--port <number>', 'port to listen on; 0 takes any that is free')
  .option('--host <address>', 'address to listen on')
  .option('--workers <number>', 'processes that share the port; auto takes one for each core');

program
  .command('serve', { isDefault: true })
  .description('start the relay (the default)')
  .action(() => reportingProblems(start));

program
  .command('check-config')
  .description('read the settings, say what is wrong with them, and start nothing')
  .action(() => reportingProblems(check));

program
  .command('explain')
  .argument('<file>', 'a request to chat completions, as JSON; - reads it from standard input')
  .description('show the request Claude would get, and send nothing')
  .action((file: string) => reportingProblems(() => explainRequest(file)));

program
  .command('record')
  .argument('[directory]', 'where the captures go', 'captures')
  .description('start the relay, and write what upstreams say to a file for each request')
  .action((directory: string) =>
    reportingProblems(() => start({ MARBLEGATE_RECORD: resolve(directory) })),
  );

program
  .command('marbles')
  .argument('<capture>', 'a file that record wrote, or any event stream of Claude')
  .option('--spec [file]', 'write a marble spec of it, beside it or to the file; - prints it')
  .description('draw what Claude said and what it became')
  .action((file: string, flags: DrawCaptureFlags) =>
    reportingProblems(() => drawCapture(file, flags)),
  );

await program.parseAsync();

async function start(besides: Environment = {}): Promise<void> {
  const number = takeWorkerNumber();
  if (number !== undefined) {
    serveAsWorker(number);
    return;
  }
  const settings = readSettings(besides);
  const { config } = settings;
  const greet = (url: string) => {
    if (config.logLevel !== 'silent') console.log(greeting(url, nameOf(config), config.workers));
  };
  if (config.workers > 1) {
    await serveWithWorkers(settings, greet);
    return;
  }
  const { url, drain } = await startRelay(settings, openLog(config.logLevel));
  greet(url);
  stopOnSignal(config.drainMs, drain);
}

async function check(): Promise<void> {
  const { config, directory } = readSettings();
  await loadStages(config.stages, {
    directory,
    log: openLog('silent'),
    beforeImport: lendPackages,
  });
  console.log(`The configuration is fine: ${nameOf(config)} on ${config.host}:${config.port}.`);
}

async function explainRequest(file: string): Promise<void> {
  const { config } = readSettings();
  const channel = openChannel(config.channel, config.routing);
  const { request, catalog } = readOptions({ ...config.relay, channel });
  const input = parsed(file === '-' ? await text(process.stdin) : textOf(file), file);
  const converted = toClaudeRequest(input, {
    ...conversionOf(input, channel, request),
    ...request,
    models: catalog.table,
  });
  console.log(JSON.stringify(explain(converted, channel), null, 2));
}

function parsed(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new RequestError(`${name} is not JSON: ${String(error)}`);
  }
}

/** The channel, or the channels, as people know them. */
function nameOf({ channel }: RelayConfig): string {
  return channel.name === 'many'
    ? channel.options.map(({ name }) => name).join(', ')
    : channel.name;
}

/** Settings from flags, variables and the file, and the directory the file is in. */
function readSettings(besides: Environment = {}): Settings {
  const { config: flagged, port, host, workers } = program.opts<Flags>();
  const named = flagged ?? process.env['MARBLEGATE_CONFIG'];
  const name = named ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined);
  const env = {
    ...process.env,
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
    ...(workers !== undefined && { MARBLEGATE_WORKERS: workers }),
    ...besides,
  };
  if (name === undefined) return { config: readConfig({ env }), directory: process.cwd() };
  const directory = dirname(name);
  const readSecret = (path: string) => readFileSync(resolve(directory, path), 'utf8');
  return {
    config: readConfig({ env, file: { name, text: textOf(name) }, readSecret }),
    directory,
  };
}

function textOf(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new ConfigError([`${name}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

/** Runs a command; what the user can put right is told in words, the rest with its stack. */
async function reportingProblems(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(problemOf(error));
    process.exitCode = 1;
  }
}
