import type { GoTrueClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { freshAuthClient, signUp } from "../support/account.ts";
import { createSoftwareAuthenticator } from "../support/software-authenticator.ts";
import { thisStack } from "../support/this-stack.ts";

type Credential = Parameters<GoTrueClient["passkey"]["verifyAuthentication"]>[0]["credential"];

// The browser tests use ES256, which Chromium prefers.
test.for(["Ed25519", "RS256"] as const)(
  "%s passkey: registered and used through the public client, verified by workerd",
  async (kind) => {
    const { session } = await signUp();
    const authenticator = createSoftwareAuthenticator(thisStack().site, { kind });
    const owner = freshAuthClient();
    await owner.setSession(session);
    const created = await owner.passkey.startRegistration();
    if (created.data === null) throw created.error;
    const registered = await owner.passkey.verifyRegistration({
      challengeId: created.data.challenge_id,
      credential: authenticator.register(created.data.options) as Credential,
    });
    expect(registered.error).toBeNull();

    const visitor = freshAuthClient();
    const asked = await visitor.passkey.startAuthentication();
    if (asked.data === null) throw asked.error;
    const signedIn = await visitor.passkey.verifyAuthentication({
      challengeId: asked.data.challenge_id,
      credential: authenticator.signIn(asked.data.options) as Credential,
    });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data?.user?.id).toBe(session.user.id);
  },
);
