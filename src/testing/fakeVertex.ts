import { fakeClaude, type FakeClaude, type Script } from './fakeClaude.ts';

/** Who may ask a fake Vertex AI, and of what. */
export interface FakeVertexOptions {
  /** The access token that is taken. A function may tell a new one for each request. */
  readonly token: string | (() => string);
  readonly projectId: string;
}

/**
 * Starts a fake Vertex AI on a free port of this machine.
 *
 * It lets nobody in without the right token, and knows one project and Claude's models only. Whoever
 * may ask is answered by a script.
 *
 * @param scripts - one for each request, refused ones included; the last one serves all that follow
 */
export async function fakeVertex(
  { token, projectId }: FakeVertexOptions,
  ...scripts: readonly [Script, ...Script[]]
): Promise<FakeClaude> {
  const guarded = scripts.map((script): Script => {
    return async (reply, call) => {
      const good = typeof token === 'function' ? token() : token;
      const [, project] = address.exec(call.path) ?? [];
      const refusal =
        call.headers.authorization !== `Bearer ${good}`
          ? said(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
          : project === undefined
            ? said(404, 'NOT_FOUND', `The address ${call.path} was not found.`)
            : project !== projectId
              ? said(403, 'PERMISSION_DENIED', `Permission denied on project ${project}.`)
              : undefined;
      if (refusal === undefined) {
        await script(reply, call);
        return;
      }
      reply.head(refusal.error.code, { 'content-type': 'application/json; charset=UTF-8' });
      // Google puts errors of streams in a list.
      const isStream = call.path.endsWith(':streamRawPredict');
      await reply.write(JSON.stringify(isStream ? [refusal] : refusal));
    };
  });
  return fakeClaude(...(guarded as [Script, ...Script[]]));
}

const address =
  /^\/v1\/projects\/([^/]+)\/locations\/[^/]+\/publishers\/anthropic\/models\/[^/:]+:(?:streamRawP|rawP)redict$/;

const said = (
  code: number,
  status: string,
  message: string,
): {
  readonly error: { readonly code: number; readonly message: string; readonly status: string };
} => ({
  error: { code, message, status },
});
