import type { UpstreamError } from '../../errors.ts';
import type { CloudKeys } from '../cloudChannel.ts';
import type { AwsCredentialSource } from './awsCredentials.ts';
import { serverClock } from './serverClock.ts';
import { signRequest } from './signRequest.ts';
import type { Surface } from './surfaces.ts';

export interface AwsKeysOptions {
  readonly surface: Surface;
  readonly region: string;
  /** An API key: nothing is signed then. */
  readonly apiKey: string | undefined;
  /** Whether the relay was given credentials of its own; without any, a client's key wins over the chain. */
  readonly isOwn: boolean;
  readonly credentials: AwsCredentialSource;
}

/** Proves to AWS who asks: by an API key, the relay's or the client's, or else by a signature. */
export function awsKeys({
  surface: { service, keyHeader },
  region,
  apiKey,
  isOwn,
  credentials,
}: AwsKeysOptions): CloudKeys {
  const clock = serverClock();
  const keyFor = (clientKey: string | undefined): string | undefined =>
    apiKey ?? (isOwn ? undefined : clientKey);
  return {
    keyOf: (clientKey) =>
      apiKey === undefined && keyFor(clientKey) !== undefined ? 'client' : 'relay',
    async headers({ url, body }, { clientKey, fresh }) {
      const key = keyFor(clientKey);
      if (key !== undefined) {
        return keyHeader === 'x-api-key' ? { [keyHeader]: key } : { [keyHeader]: `Bearer ${key}` };
      }
      return signRequest({
        url,
        body,
        credentials: await credentials(fresh),
        region,
        service,
        datetime: clock.datetime(),
      });
    },
    learnsFrom: (error) => {
      if (apiKey !== undefined || error.keyOf === 'client') return false;
      return clock.isSetBy(error) || (!isOwn && isRefused(error));
    },
  };
}

/** Temporary keys that ran out, or were replaced: AWS's own words for it. */
const isRefused = ({ type = '' }: UpstreamError): boolean =>
  /^(?:ExpiredToken|UnrecognizedClient)/.test(type);
