import { failureScenarios } from './failureScenarios.ts';
import type { Scenario } from './Scenario.ts';
import { textScenarios } from './textScenarios.ts';
import { toolScenarios } from './toolScenarios.ts';

/** All named scenarios: `replay/<name>` as the model asks for one. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({ ...textScenarios, ...toolScenarios, ...failureScenarios }),
);
