import type { MonoTypeOperatorFunction } from 'rxjs';
import type { Stage, StageContext } from '../stages/Stage.ts';

export type { ClaudeStage, OpenAIStage, Stage, StageContext } from '../stages/Stage.ts';

/** Pipes a stream through the stages, first to last. */
export function applyStages<T>(
  stages: readonly Stage<T>[],
  context: StageContext,
): MonoTypeOperatorFunction<T> {
  return (source$) => stages.reduce((result$, stage) => result$.pipe(stage(context)), source$);
}
