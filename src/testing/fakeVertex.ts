import type { ClaudeRequest } from '../claude/request.ts';
import { inputTokens } from '../replay/toEvents.ts';
import {
  type FakeCall,
  fakeClaude,
  type FakeClaude,
  type FakeReply,
  type Script,
} from './fakeClaude.ts';

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
 * may ask is answered by a script. Tokens it counts itself, and no better than by guessing.
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
        await (call.path.endsWith('/count-tokens:rawPredict')
          ? count(reply, call)
          : script(reply, call));
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

/** The one question that has the model in its body. */
async function count(reply: FakeReply, { body }: FakeCall): Promise<void> {
  const asked = body as ClaudeRequest & { readonly anthropic_version?: string };
  const missing = ['anthropic_version', 'model', 'messages'].find((name) => !(name in asked));
  reply.head(missing === undefined ? 200 : 400, { 'content-type': 'application/json' });
  await reply.write(
    JSON.stringify(
      missing === undefined
        ? { input_tokens: inputTokens(asked) }
        : {
            type: 'error',
            error: { type: 'invalid_request_error', message: `${missing}: Field required` },
          },
    ),
  );
}

const said = (
  code: number,
  status: string,
  message: string,
): {
  readonly error: { readonly code: number; readonly message: string; readonly status: string };
} => ({
  error: { code, message, status },
});
