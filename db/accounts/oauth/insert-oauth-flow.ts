import type { Db } from "#db/client.ts";
import { flowStates } from "#db/schema/accounts.ts";
import type { CodeChallenge } from "../pkce-flows.ts";

type NewOAuthFlow = {
  /** The OAuth `state`. */
  id: string;
  provider: string;
  authenticationMethod: string;
  challenge: CodeChallenge | null;
  redirectTo: string;
  nonce: string;
  verifier: string;
  /** Null for sign-ins. */
  link: { userId: string; sessionId: string } | null;
  at: string;
};

export async function insertOAuthFlow(db: Db, flow: NewOAuthFlow): Promise<void> {
  await db.insert(flowStates).values({
    id: flow.id,
    provider: flow.provider,
    authenticationMethod: flow.authenticationMethod,
    codeChallenge: flow.challenge?.challenge ?? null,
    codeChallengeMethod: flow.challenge?.method ?? null,
    redirectTo: flow.redirectTo,
    providerNonce: flow.nonce,
    providerVerifier: flow.verifier,
    linkUserId: flow.link?.userId ?? null,
    linkSessionId: flow.link?.sessionId ?? null,
    createdAt: flow.at,
  });
}
