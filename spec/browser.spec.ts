import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { claude, toSse } from '../src/testing/index.ts';

const { blockStop, json, message, text, textStart, toolStart } = claude;

/** What a page does: Claude's bytes, cut, become OpenAI's; a request becomes Claude's; a fold folds. */
const page = `
import { from, lastValueFrom, toArray } from 'rxjs';
import { findModel, models, toClaudeRequest } from '../src/convert/index.ts';
import { tokenUsage } from '../src/folds/index.ts';
import { claudeToOpenAI, decodeSse, encodeSse, parseEvents, track } from '../src/operators/index.ts';
import * as stages from '../src/stages/index.ts';

export async function convert(sse) {
  const bytes = new TextEncoder().encode(sse);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 7) pieces.push(bytes.subarray(at, at + 7));
  const claude$ = from(pieces).pipe(decodeSse(), parseEvents());
  const said = await lastValueFrom(claude$.pipe(claudeToOpenAI(), encodeSse(), toArray()));
  const { tokenUsage: usage } = await lastValueFrom(claude$.pipe(track({ tokenUsage })));
  const { body } = toClaudeRequest({ model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] });
  return JSON.stringify({
    said: said.map(String).join('').replace(/"created":\\d+/g, '"created":0'),
    output: usage.output_tokens,
    body,
    known: findModel('claude-opus-5', models) !== undefined,
    stages: Object.keys(stages).length > 0,
  });
}
`;

const stream = toSse(
  message(
    'tool_use',
    textStart(0),
    text(0, 'Grüße 🙂'),
    blockStop(0),
    toolStart(1, 'get_weather'),
    json(1, '{"city":"Porto"}'),
    blockStop(1),
  ),
);

let directory = '';
/** The page's script: classic, for a browser, with nothing left to import. */
let bundle = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'marblegate-browser-'));
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: 'spec', loader: 'js' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'page',
    target: 'es2022',
    logLevel: 'error',
  });
  bundle = outputFiles[0]?.text ?? '';
}, 60_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What the page makes of the stream, as it should be. */
function expectConverted(result: string): void {
  const { said, ...rest } = JSON.parse(result) as { readonly said: string };
  expect(said).toBeOpenAIStream();
  expect(said).toContain('"content":"Grüße 🙂"');
  expect(said).toContain('"name":"get_weather"');
  expect(rest).toMatchObject({
    output: 5,
    known: true,
    stages: true,
    body: { model: 'claude-opus-5', messages: [{ content: [{ type: 'text', text: 'Hi' }] }] },
  });
}

describe('operators, folds, convert and stages', () => {
  it('run where there is nothing but the language and a few words of the web', async () => {
    // No process, no Buffer, no require, no global of Node's.
    const context = createContext({
      TextEncoder,
      TextDecoder,
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
    });
    runInContext(bundle, context);
    const result: unknown = await runInContext(`page.convert(${JSON.stringify(stream)})`, context);

    expectConverted(String(result));
  });

  it('run in a browser', async () => {
    const chromium = findChromium();
    if (chromium === undefined) {
      console.log('no Chromium: neither CHROMIUM_PATH nor the PATH knows one');
      return;
    }
    const html = join(directory, 'page.html');
    await writeFile(
      html,
      `<!doctype html><meta charset="utf-8"><title>waiting</title><pre id="result"></pre>
<script>${bundle.replaceAll('</script', '<\\/script')}</script>
<script>
  const tell = (text) => {
    document.getElementById('result').textContent = encodeURIComponent(text);
  };
  page.convert(${JSON.stringify(stream)}).then(tell, (error) => tell(String(error.stack)));
</script>`,
    );
    const dom = await dumpDom(chromium, html);
    const [, result = ''] = /<pre id="result">([^<]*)<\/pre>/.exec(dom) ?? [];

    expectConverted(decodeURIComponent(result));
  }, 90_000);
});

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) return named;
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)),
    )
    .find((path) => existsSync(path));
}

/** The page as the browser has it once its scripts have run. */
function dumpDom(chromium: string, html: string): Promise<string> {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    `--user-data-dir=${join(directory, 'profile')}`,
    '--virtual-time-budget=10000',
    '--dump-dom',
  ];
  return new Promise((resolve, reject) => {
    execFile(
      chromium,
      [...flags, `file://${html}`],
      { timeout: 80_000, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${chromium}: ${stderr}`, { cause: error }));
      },
    );
  });
}
