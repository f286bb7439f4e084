import type { CloudKeys } from '../cloudChannel.ts';
import { optionalPeer } from '../optionalPeer.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

export interface GoogleKeysOptions {
  /** A token that was made elsewhere. */
  readonly accessToken: string | undefined;
  readonly projectId: string;
}

/**
 * Proves to Google who asks: by a token that was given, by a client's own, or by Google's default
 * credentials.
 *
 * The package that knows those is loaded when it is first needed. It remembers tokens, renews them in
 * time, and says which project pays where that is another one.
 *
 * **Errors** – `ConnectionError` when the package is not there.
 *
 * @see https://cloud.google.com/docs/authentication/application-default-credentials
 */
export function googleKeys({ accessToken, projectId }: GoogleKeysOptions): CloudKeys {
  let headers: Promise<() => Promise<Headers>> | undefined;
  return {
    keyOf: (clientKey) =>
      accessToken === undefined && clientKey !== undefined ? 'client' : 'relay',
    async headers(_, { clientKey, fresh }) {
      const token = accessToken ?? clientKey;
      if (token !== undefined) return { authorization: `Bearer ${token}` };
      if (fresh) headers = undefined;
      headers ??= defaultCredentials(projectId);
      try {
        return Object.fromEntries(await (await headers)());
      } catch (error) {
        // Whatever was missing may be there the next time.
        headers = undefined;
        throw error;
      }
    },
    learnsFrom: ({ status, keyOf }) =>
      accessToken === undefined && keyOf === 'relay' && status === 401,
  };
}

async function defaultCredentials(projectId: string): Promise<() => Promise<Headers>> {
  const { GoogleAuth } = await optionalPeer(
    'google-auth-library',
    () => import('google-auth-library'),
    'give it VERTEX_ACCESS_TOKEN',
  );
  // Told the project, the library need not ask Google for one that credentials may stand for.
  const auth = new GoogleAuth({ scopes: [SCOPE], projectId });
  return () => auth.getRequestHeaders();
}
