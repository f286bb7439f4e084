import { inspect } from 'node:util';
import { RelayError } from '../errors.ts';

/** A failure for the terminal: what the user can put right in words, the rest with its stack. */
export const problemOf = (error: unknown): string =>
  error instanceof RelayError || isListenError(error) ? error.message : inspect(error);

/** A worker asks its primary to listen, and there it is called binding. */
const isListenError = (error: unknown): error is Error =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'listen' || error.syscall === 'bind');
