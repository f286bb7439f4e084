/**
 * What one needs to specify operators, stages and channels; it knows no test framework.
 *
 * `claude` and `openai` are builders for the words of the two wires.
 */
export * as claude from './claude.ts';
export * as openai from './openai.ts';
export {
  type Alphabet,
  type AssertLines,
  createMarbles,
  type MarbleHelpers,
  type MarbleObservable,
} from './marbles.ts';
export { emitted } from './emitted.ts';
export { outcome, type Outcome } from './outcome.ts';
export { type SseForm, toSse, toSseBytes } from './toSse.ts';
export { cut, cutEverywhere } from './cut.ts';
export type { Law, StreamContext } from './laws/Law.ts';
export { brokenLaws, chunkLaws } from './laws/chunkLaws.ts';
export { brokenWireLaws, sentChunks, type Wire, wireLaws } from './laws/wireLaws.ts';
export {
  type FakeCall,
  fakeClaude,
  type FakeClaude,
  type FakeEnding,
  type FakeReply,
  type Script,
} from './fakeClaude.ts';
export * as scripts from './scripts.ts';
export { replay, scenarioNames, type ReplayScenarioOptions } from './replay.ts';
export type { ReplayOptions } from '../replay/replayBytes.ts';
export type {
  Capture,
  CapturedEnding,
  CapturedError,
  CapturedHead,
  CapturedRead,
} from '../capture/Capture.ts';
export { readCapture } from '../capture/readCapture.ts';
export {
  type CaptureMarbles,
  type Conversion,
  type Marbles,
  toMarbles,
} from './capture/toMarbles.ts';
export { drawMarbles, type DrawMarblesOptions } from './capture/drawMarbles.ts';
export { type MarbleSpecOptions, toMarbleSpec } from './capture/toMarbleSpec.ts';
export { fakeBedrock, type FakeBedrockOptions, streamsFrames } from './fakeBedrock.ts';
export { fakeVertex, type FakeVertexOptions } from './fakeVertex.ts';
export { type KnownKeys, signatureProblem, type SignedFor } from './signatureProblem.ts';
export {
  damaged,
  errorFrame,
  eventFrame,
  type EventStreamForm,
  exceptionFrame,
  frame,
  joined,
  toEventStream,
} from './toEventStream.ts';
