import * as z from "zod";
import { newEvent } from "#contracts/events/new-event.ts";
import { deleteIdentity } from "#db/accounts/oauth/delete-identity.ts";
import type { Account, IdentityRow } from "#db/accounts/users/account-row.ts";
import { newRoutes } from "../../http/env.ts";
import { userActor } from "../../http/publish-events.ts";
import { providersMetadata } from "../accounts/metadata.ts";
import type { AuthDeps } from "../deps.ts";
import { requireAal2IfEnrolled } from "../factors/factor-rules.ts";
import { changedMeanwhileError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { requireAllowedFor } from "../limits/require-allowed.ts";
import { authorize, requireManualLinking, requireProvider } from "../oauth/authorize.ts";
import { requireTokenUser, getCurrentUser, unlessSignedOut } from "../sessions/bearer.ts";
import { newNotice } from "../sessions/new-session.ts";
import { requireRecentSignIn } from "../sessions/recent-sign-in.ts";
import { authorizeParameters } from "./oauth.ts";

const Uuid = z.uuid();

export function identityRoutes(deps: AuthDeps) {
  const { config, db, now } = deps;
  return newRoutes()
    .get("/user/identities/authorize", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      requireManualLinking(config);
      await requireAllowedFor(c, deps, "authorize", tokenUser.userId);
      const provider = requireProvider(config, c.req.query("provider") ?? "");
      const parameters = authorizeParameters(c, config);
      if (parameters.challenge === null) {
        // Only a PKCE verifier distinguishes this browser from a victim's that was lured to the
        // provider.
        throw validationError("Linking an identity requires the PKCE flow");
      }
      const currentUser = await getCurrentUser(deps, tokenUser);
      requireAal2IfEnrolled(currentUser);
      const { user, session } = currentUser;
      if (session === null) {
        throw new AuthError("session_not_found", "Linking an identity needs a session");
      }
      requireRecentSignIn(currentUser, now());
      const link = { userId: user.id, sessionId: session.id };
      const url = await authorize(c, deps, { provider, link, ...parameters });
      return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
    })
    .delete("/user/identities/:id", async (c) => {
      const tokenUser = await requireTokenUser(c, deps);
      requireManualLinking(config);
      const identityId = c.req.param("id");
      if (!Uuid.safeParse(identityId).success) {
        throw validationError("identity_id must be an UUID", { status: 404 });
      }
      const currentUser = await getCurrentUser(deps, tokenUser);
      requireAal2IfEnrolled(currentUser);
      const { user, ids } = currentUser;
      const rest = withoutIdentity(user, identityId);
      const outcome = await deleteIdentity(db, {
        ...ids,
        identityId,
        seenAt: user.updatedAt,
        ...rest,
        notice: newNotice(c),
        emailEvent: newEvent(c.var.events, "EmailChanged", userActor(user.id), { userId: user.id }),
        at: now().toISOString(),
      });
      switch (outcome) {
        case "removed":
          return c.json({});
        case "changed_meanwhile":
          throw await unlessSignedOut(deps, ids, changedMeanwhileError());
        case "email_taken":
          throw new AuthError(
            "email_conflict_identity_not_deletable",
            "Unable to unlink identity due to email conflict",
          );
      }
    });
}

/**
 * The email stays while another identity has it, else the next verified one replaces it.
 *
 * @throws {AuthError} `single_identity_not_deletable` or `identity_not_found`
 */
function withoutIdentity(
  user: Pick<Account, "email" | "identities">,
  identityId: string,
): {
  email: string | null;
  provider: string;
  appMetadata: ReturnType<typeof providersMetadata>;
} {
  const removed = user.identities.find(({ id }) => id === identityId);
  if (user.identities.length <= 1) {
    throw new AuthError(
      "single_identity_not_deletable",
      "User must have at least 1 identity after unlinking",
    );
  }
  if (removed === undefined) throw new AuthError("identity_not_found", "Identity doesn't exist");
  const rest = user.identities.filter((identity) => identity !== removed);
  const keepsEmail = removed.provider === "phone" || rest.some(({ email }) => email === user.email);
  return {
    email: keepsEmail ? user.email : (rest.find(hasProvenEmail)?.email ?? null),
    provider: removed.provider,
    appMetadata: providersMetadata(rest.map(({ provider }) => provider)),
  };
}

function hasProvenEmail({ email, identityData }: IdentityRow): boolean {
  return email !== null && identityData["email_verified"] === true;
}
