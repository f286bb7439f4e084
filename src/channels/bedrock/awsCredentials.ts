import { optionalPeer } from '../optionalPeer.ts';
import type { AwsCredentials } from './signRequest.ts';

/** Finds credentials. @param fresh - those at hand were refused: look again */
export type AwsCredentialSource = (fresh: boolean) => Promise<AwsCredentials>;

/**
 * AWS's own way to find credentials: environment, profiles, SSO, web identity, container, instance.
 *
 * The package that knows it is loaded when it is first needed, so that those with a key of their own
 * need not install it. It remembers what it found until shortly before that runs out.
 *
 * **Errors** – `ConnectionError` when the package is not there.
 *
 * @param profile - a profile of the shared configuration files
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html
 */
export function awsCredentialChain(profile: string | undefined): AwsCredentialSource {
  let find: AwsCredentialSource | undefined;
  return async (fresh) => {
    find ??= await loadChain(profile);
    return find(fresh);
  };
}

async function loadChain(profile: string | undefined): Promise<AwsCredentialSource> {
  const { defaultProvider } = await optionalPeer(
    '@aws-sdk/credential-provider-node',
    () => import('@aws-sdk/credential-provider-node'),
    'give it AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
  const provide = defaultProvider(profile === undefined ? {} : { profile });
  return (fresh) => provide({ forceRefresh: fresh });
}
