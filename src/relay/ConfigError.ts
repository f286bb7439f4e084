import { RelayError } from '../errors.ts';

/** The relay was set up wrongly. Every problem is told at once, each with the name of the setting. */
export class ConfigError extends RelayError {
  readonly code = 'ERR_RELAY_CONFIG';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}
