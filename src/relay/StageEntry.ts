/** A stage as the configuration file names it: where it is, or that and what it is to do. */
export type StageEntry = string | StageSettings;

export interface StageSettings {
  /** A path relative to the file, a package, or the short name of a shipped stage. */
  readonly module: string;
  /** Whatever the stage's factory takes. */
  readonly options?: unknown;
  /** Which export is the factory. @defaultValue the default export */
  readonly export?: string;
}

/** Stages of the two sides, first to last. */
export interface StageEntries {
  readonly claude: readonly StageEntry[];
  readonly openai: readonly StageEntry[];
}

export type StageSide = keyof StageEntries;
