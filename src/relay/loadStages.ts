import type { ClaudeStage, OpenAIStage } from '../stages/Stage.ts';
import { ConfigError } from './ConfigError.ts';
import { createOwnStage } from './ownStage.ts';
import { shippedStages, type StageSurroundings } from './shippedStages.ts';
import type { StageEntries, StageEntry, StageSettings, StageSide } from './StageEntry.ts';

/** Stages as `createRelay` takes them. */
export interface LoadedStages {
  readonly claudeStages: readonly ClaudeStage[];
  readonly openaiStages: readonly OpenAIStage[];
}

/**
 * Loads the stages named in the configuration file, and sets them up with their options.
 *
 * **Errors** – {@link ConfigError} with everything that is wrong with any of them, each with the
 * entry it is about.
 */
export async function loadStages(
  { claude, openai }: StageEntries,
  surroundings: StageSurroundings,
): Promise<LoadedStages> {
  const problems: string[] = [];
  const loaded = async <S>(
    side: StageSide,
    entries: readonly StageEntry[],
  ): Promise<readonly S[]> => {
    const results = await Promise.allSettled(
      entries.map((entry) => load(side, toSettings(entry), surroundings)),
    );
    return results.flatMap((result, nth) => {
      // Which side's stages they are is known from the list they stand in.
      if (result.status === 'fulfilled') return [result.value as S];
      const entry = `stages.${side}.${nth} (${toSettings(entries[nth] ?? '').module})`;
      problems.push(...reasons(result.reason).map((reason) => `${entry}: ${reason}`));
      return [];
    });
  };
  const claudeStages = await loaded<ClaudeStage>('claude', claude);
  const openaiStages = await loaded<OpenAIStage>('openai', openai);
  if (problems.length > 0) throw new ConfigError(problems);
  return { claudeStages, openaiStages };
}

const toSettings = (entry: StageEntry): StageSettings =>
  typeof entry === 'string' ? { module: entry } : entry;

async function load(
  side: StageSide,
  settings: StageSettings,
  surroundings: StageSurroundings,
): Promise<ClaudeStage | OpenAIStage> {
  const { module, options } = settings;
  const shipped = Object.hasOwn(shippedStages, module) ? shippedStages[module] : undefined;
  if (shipped === undefined) {
    surroundings.beforeImport?.();
    return createOwnStage(settings, surroundings.directory);
  }
  if (shipped.side !== side) {
    throw new ConfigError([`it is a stage of the other side: put it under stages.${shipped.side}`]);
  }
  if (settings.export !== undefined) {
    throw new ConfigError([`export: ${module} is a shipped stage, and no module`]);
  }
  return shipped.create(options, surroundings);
}

const reasons = (error: unknown): readonly string[] =>
  error instanceof ConfigError
    ? error.problems
    : [error instanceof Error ? error.message : String(error)];
