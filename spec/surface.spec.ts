import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

/** What the package offers, by door. A line here is a promise kept until the next major. */
// prettier-ignore
const doors: Readonly<Record<string, readonly [load: () => Promise<object>, names: readonly string[]]>> = {
  '.': [() => import('../src/index.ts'), [
    'ConfigError', 'ConnectionError', 'ProtocolError', 'RelayError', 'RequestError', 'TimeoutError',
    'UpstreamError', 'anthropicChannel', 'bedrockChannel', 'claudeToOpenAI', 'createRelay',
    'memoryTurnStore', 'openChannel', 'openLog', 'readConfig', 'recorded', 'redisTurnStore',
    'replayChannel', 'routedChannel', 'serve', 'version',
    'vertexChannel',
  ]],
  './operators': [() => import('../src/operators/index.ts'), [
    'claudeToOpenAI', 'completeToolInput', 'continuePausedTurns', 'decodeEventStream', 'decodeSse',
    'encodeSse', 'fillUsage', 'fused', 'mapMany', 'oneToolAtATime', 'openMessage', 'parseEvents',
    'raiseErrors', 'rewrite', 'settleBlocks', 'stripFence', 'toChunks', 'toCompletion', 'track',
    'untilMessageStop',
  ]],
  './folds': [() => import('../src/folds/index.ts'), [
    'answer', 'answerText', 'customInput', 'messageContent', 'messageHead', 'stopReason', 'toBlocks',
    'tokenUsage', 'toolIndex',
  ]],
  './convert': [() => import('../src/convert/index.ts'), [
    'defaultExtensions', 'extendModels', 'findModel', 'models', 'scrubSecrets', 'toClaudeRequest',
    'toErrorAnswer', 'toErrorFrame', 'toResponseHeaders', 'toUpstreamError', 'withoutThinking',
  ]],
  './stages': [() => import('../src/stages/index.ts'), ['guard', 'meter', 'redact', 'smooth']],
  './testing': [() => import('../src/testing/index.ts'), [
    'brokenLaws', 'brokenWireLaws', 'chunkLaws', 'claude', 'createMarbles', 'cut', 'cutEverywhere',
    'damaged', 'drawMarbles', 'emitted', 'errorFrame', 'eventFrame', 'exceptionFrame', 'fakeBedrock',
    'fakeClaude', 'fakeVertex', 'frame', 'joined', 'openai', 'outcome', 'readCapture', 'replay',
    'scenarioNames', 'scripts', 'sentChunks', 'signatureProblem', 'streamsFrames', 'toEventStream',
    'toMarbleSpec', 'toMarbles', 'toSse', 'toSseBytes', 'wireLaws',
  ]],
  './testing/jest': [() => import('../src/testing/jest/index.ts'), ['toBeOpenAIStream']],
};

describe('the public surface', () => {
  it.each(Object.entries(doors))('%s', async (_, [load, names]) => {
    expect(Object.keys(await load()).sort()).toEqual(names);
  });

  it('has these doors and no others', async () => {
    const manifest = JSON.parse(
      await readFile(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { readonly exports: Readonly<Record<string, string>> };

    expect(Object.keys(manifest.exports)).toEqual([...Object.keys(doors), './package.json']);
  });
});
