import { identity, type MonoTypeOperatorFunction } from 'rxjs';
import { fused } from '../operators/fused.ts';
import type { Stage, StageContext } from '../stages/Stage.ts';

export type { ClaudeStage, OpenAIStage, Stage, StageContext } from '../stages/Stage.ts';

/** Pipes a stream through the stages, first to last. */
export function applyStages<T>(
  stages: readonly Stage<T>[],
  context: StageContext,
): MonoTypeOperatorFunction<T> {
  return stages.reduce<MonoTypeOperatorFunction<T>>(
    (result, stage) => fused(result, stage(context)),
    identity,
  );
}
