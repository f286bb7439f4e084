/** Door `./stages`: stages that many want. Each is a factory of options, made once for all requests. */
export { guard, type GuardOptions, type Said, type Verdict } from './guard.ts';
export { meter, type MeterOptions, type MeterReading } from './meter.ts';
export { redact, type RedactOptions } from './redact.ts';
export { smooth, type SmoothOptions } from './smooth.ts';
export type { ClaudeStage, OpenAIStage, Stage, StageContext } from './Stage.ts';
