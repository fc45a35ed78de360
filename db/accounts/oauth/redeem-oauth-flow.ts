import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { flowStates } from "#db/schema/accounts.ts";

export type OAuthFlow = typeof flowStates.$inferSelect & {
  provider: string;
  providerNonce: string;
  providerVerifier: string;
};

/** Deletes the flow, so that a second callback finds nothing. */
export async function redeemOAuthFlow(db: Db, id: string): Promise<OAuthFlow | null> {
  const [flow] = await db
    .delete(flowStates)
    .where(and(eq(flowStates.id, id), isNotNull(flowStates.providerVerifier)))
    .returning();
  if (flow === undefined) return null;
  const { provider, providerNonce, providerVerifier } = flow;
  if (provider === null || providerNonce === null || providerVerifier === null) {
    throw new Error("Bug: an OAuth flow without provider, nonce or verifier");
  }
  return { ...flow, provider, providerNonce, providerVerifier };
}
