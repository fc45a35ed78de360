import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { exchangeCode, findFlow, type PendingFlow } from "#db/accounts/pkce-flows.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { userBannedError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import { requireOpenFlow } from "../http/pkce-fields.ts";
import { providerOfFlow } from "../oauth/presets.ts";
import { decryptProviderTokens } from "../oauth/provider-tokens.ts";
import { signInWithProvider } from "../oauth/sign-in-with-provider.ts";
import { isBanned } from "../sessions/bearer.ts";
import { newSession } from "../sessions/new-session.ts";
import { sessionResponse } from "../sessions/session-response.ts";

export const PkceGrant = z.object({
  auth_code: z.string().default(""),
  code_verifier: z.string().default(""),
});

export async function pkceGrant(c: AppContext, deps: AuthDeps): Promise<Response> {
  const { auth_code: authCode, code_verifier: verifier } = await readJson(c, PkceGrant);
  if (authCode === "" || verifier === "") {
    throw validationError("invalid request: both auth code and code verifier should be non-empty");
  }
  const flow = await findFlow(deps.db, authCode);
  if (flow === null) throw flowNotFoundError();
  requireOpenFlow(flow.authCodeIssuedAt ?? flow.createdAt, deps.now());
  if (!matchesChallenge(verifier, flow)) {
    throw new AuthError(
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  if (isBanned(flow, deps.now())) throw userBannedError(400);
  const { user, session } =
    flow.pendingIdentity === null
      ? await signIn(c, deps, flow)
      : await link(c, deps, flow, flow.pendingIdentity);
  const tokens = decryptProviderTokens(deps.config, flow.providerTokens, flow.id);
  return c.json(await sessionResponse(deps, user, session, tokens));
}

async function signIn(c: AppContext, deps: AuthDeps, flow: PendingFlow) {
  const session = newSession(c, deps, flow.authenticationMethod, flow.provider ?? undefined);
  const signedIn = await exchangeCode(deps.db, { flowId: flow.id, session });
  if (signedIn === null) throw flowNotFoundError();
  return signedIn;
}

/** The verifier proves that this browser started the link. */
async function link(
  c: AppContext,
  deps: AuthDeps,
  flow: PendingFlow,
  profile: NonNullable<PendingFlow["pendingIdentity"]>,
) {
  const provider = providerOfFlow(deps.config, flow.provider);
  const { user, session } = await signInWithProvider(
    c,
    deps,
    {
      provider,
      profile,
      link: { userId: flow.userId, flowId: flow.id },
      redirectTo: flow.redirectTo,
    },
    { kind: "session", session: newSession(c, deps, flow.authenticationMethod) },
  );
  if (session === null) throw new Error("Bug: no session was issued");
  return { user, session };
}

function matchesChallenge(verifier: string, flow: PendingFlow): boolean {
  if (flow.codeChallenge === null) return false;
  const challenge =
    flow.codeChallengeMethod === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url");
  const [a, b] = [Buffer.from(challenge), Buffer.from(flow.codeChallenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function flowNotFoundError(): AuthError {
  return new AuthError("flow_state_not_found", "invalid flow state, no valid flow state found");
}
