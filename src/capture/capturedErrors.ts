import { scrubSecrets } from '../convert/scrubSecrets.ts';
import {
  ConnectionError,
  ProtocolError,
  type RelayError,
  TimeoutError,
  UpstreamError,
} from '../errors.ts';
import type { CapturedError } from './Capture.ts';

/** An error as it is written down: without secrets, stack and cause. */
export function toCapturedError(error: unknown): CapturedError {
  if (!(error instanceof Error)) return { name: 'Error', message: scrubSecrets(String(error)) };
  const { name } = error;
  const message = scrubSecrets(error.message);
  if (error instanceof UpstreamError) {
    const { type, status } = error;
    return {
      name,
      message,
      ...(type !== undefined && { type }),
      ...(status !== undefined && { status }),
    };
  }
  return error instanceof ProtocolError
    ? { name, message, reason: error.reason }
    : { name, message };
}

/** The error that was written down, for those who must fail the same way again. */
export function fromCapturedError({ name, message, ...details }: CapturedError): RelayError {
  switch (name) {
    case 'UpstreamError':
      return new UpstreamError(message, details);
    case 'TimeoutError':
      return new TimeoutError(message);
    case 'ProtocolError':
      return new ProtocolError(details.reason ?? 'invalid', message);
    default:
      return new ConnectionError(message);
  }
}
