import { RelayError } from '../errors.ts';
import type { Ending } from './RequestRecord.ts';

/** How the log names a failure: by its code, or as what should not have happened. */
export const endingOf = (error: unknown): Ending =>
  error instanceof RelayError ? error.code : 'internal-error';
