import type { MonoTypeOperatorFunction } from 'rxjs';
import { fused } from '../operators/fused.ts';
import type { Stage, StageContext } from '../stages/Stage.ts';

export type { ClaudeStage, OpenAIStage, Stage, StageContext } from '../stages/Stage.ts';

/** Pipes a stream through the stages, first to last. */
export function applyStages<T>(
  stages: readonly Stage<T>[],
  context: StageContext,
): MonoTypeOperatorFunction<T> {
  return fused(...stages.map((stage) => stage(context)));
}
