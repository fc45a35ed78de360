import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  createSoftwareAuthenticator,
  type Forgery,
  type KeyKind,
  PRESENT_AND_VERIFIED,
  SYNCED,
} from "../../../tests/support/software-authenticator.ts";
import { AuthenticationCredential, RegistrationCredential } from "./credential.ts";
import { userHandleOf, verifyAuthentication, verifyRegistration } from "./verify-passkey.ts";

const SITE = { origin: "https://tidepost.example", rpId: "tidepost.example" };

const newChallenge = () => randomBytes(32).toString("base64url");

const Recordings = z.object({
  recorded: z.array(
    z.object({
      name: z.string(),
      origin: z.string(),
      rpId: z.string(),
      userId: z.string(),
      registration: z.object({ challenge: z.string(), credential: RegistrationCredential }),
      authentication: z.object({ challenge: z.string(), credential: AuthenticationCredential }),
    }),
  ),
});
const { recorded } = Recordings.parse(
  JSON.parse(readFileSync(new URL("recorded-credentials.json", import.meta.url), "utf8")),
);

test.for(recorded)(
  "$name, recorded: registers, and signs in",
  async ({ origin, rpId, userId, registration, authentication }) => {
    const created = { challenge: registration.challenge, origin, rpId };
    const passkey = await verifyRegistration(registration.credential, created);
    expect(passkey).not.toBeNull();
    if (passkey === null) return;
    const asked = { challenge: authentication.challenge, origin, rpId };
    const proof = await verifyAuthentication(authentication.credential, asked, {
      ...passkey,
      userId,
    });
    expect(proof).not.toBeNull();
  },
);

async function registered(kind: KeyKind = "ES256", counts = true) {
  const authenticator = createSoftwareAuthenticator(SITE.origin, { kind, counts });
  const userId = randomUUID();
  const expected = { ...SITE, challenge: newChallenge() };
  const passkey = await verifyRegistration(
    authenticator.register({
      challenge: expected.challenge,
      rp: { id: SITE.rpId },
      user: { id: userHandleOf(userId) },
    }),
    expected,
  );
  if (passkey === null) throw new Error("The passkey was refused");
  return { authenticator, passkey: { ...passkey, userId } };
}

test.for(["ES256", "Ed25519", "RS256"] as const)(
  "%s, live: a sign-in is accepted, and not with a flipped bit",
  async (kind) => {
    const { authenticator, passkey } = await registered(kind);
    const asked = { ...SITE, challenge: newChallenge() };
    const honest = authenticator.signIn(asked);
    const flipped = Buffer.from(honest.response.signature, "base64url");
    flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 1, flipped.length - 1);
    const forged = {
      ...honest,
      response: { ...honest.response, signature: flipped.toString("base64url") },
    };
    expect(await verifyAuthentication(honest, asked, passkey)).toEqual({
      signCount: 2,
      isBackedUp: false,
    });
    expect(await verifyAuthentication(forged, asked, passkey)).toBeNull();
  },
);

describe("sign-in", () => {
  const FORGERIES: Record<string, Forgery> = {
    "another challenge": { challenge: newChallenge() },
    "another origin": { origin: "https://tidepost.example.evil.example" },
    "the site's origin with a port": { origin: "https://tidepost.example:8443" },
    "a frame of another site": { crossOrigin: true },
    "the type of a registration": { type: "webauthn.create" },
    "another site's RP ID": { rpId: "evil.example" },
    "nobody present": { flags: 0x04 },
    "nobody verified": { flags: 0x01 },
    "backed up without being eligible": { flags: PRESENT_AND_VERIFIED | 0x10 },
    "backup eligibility that changed": { flags: PRESENT_AND_VERIFIED | 0x08 },
    "the counter of a copy": { signCount: 1 },
    "another user's handle": { userHandle: userHandleOf(randomUUID()) },
    "no user handle": { userHandle: null },
  };

  test.for(Object.entries(FORGERIES))("signed with %s: refused", async ([, forgery]) => {
    const { authenticator, passkey } = await registered();
    const asked = { ...SITE, challenge: newChallenge() };
    expect(
      await verifyAuthentication(authenticator.signIn(asked, forgery), asked, passkey),
    ).toBeNull();
    expect(await verifyAuthentication(authenticator.signIn(asked), asked, passkey)).not.toBeNull();
  });

  test("by another passkey's key: refused", async () => {
    const [one, other] = [await registered(), await registered()];
    const asked = { ...SITE, challenge: newChallenge() };
    const foreign = one.authenticator.signIn(asked, {
      userHandle: userHandleOf(other.passkey.userId),
    });
    expect(await verifyAuthentication(foreign, asked, other.passkey)).toBeNull();
  });

  test("of a synced passkey, whose counter stays 0: accepted again and again", async () => {
    const { authenticator, passkey } = await registered("ES256", false);
    const asked = { ...SITE, challenge: newChallenge() };
    for (const _ of [1, 2]) {
      expect(await verifyAuthentication(authenticator.signIn(asked), asked, passkey)).toEqual({
        signCount: 0,
        isBackedUp: true,
      });
    }
    expect(passkey).toMatchObject({ isBackupEligible: true, isBackedUp: true });
  });
});

describe("registration", () => {
  const options = (challenge: string) => ({
    challenge,
    rp: { id: SITE.rpId },
    user: { id: userHandleOf(randomUUID()) },
  });

  const FORGERIES: Record<string, Forgery> = {
    "another challenge": { challenge: newChallenge() },
    "another origin": { origin: "https://evil.example" },
    "the type of a sign-in": { type: "webauthn.get" },
    "another site's RP ID": { rpId: "evil.example" },
    "nobody verified": { flags: 0x01 },
    "backed up without being eligible": { flags: PRESENT_AND_VERIFIED | 0x10 },
  };

  test.for(Object.entries(FORGERIES))("with %s: refused", async ([, forgery]) => {
    const challenge = newChallenge();
    const authenticator = createSoftwareAuthenticator(SITE.origin);
    const expected = { ...SITE, challenge };
    const forged = authenticator.register(options(challenge), forgery);
    expect(await verifyRegistration(forged, expected)).toBeNull();
    const honest = authenticator.register(options(challenge), {
      flags: PRESENT_AND_VERIFIED | SYNCED,
    });
    expect(await verifyRegistration(honest, expected)).not.toBeNull();
  });

  test("under another id than the signed one: refused", async () => {
    const expected = { ...SITE, challenge: newChallenge() };
    const authenticator = createSoftwareAuthenticator(SITE.origin);
    const honest = authenticator.register(options(expected.challenge));
    expect(await verifyRegistration({ ...honest, id: newChallenge() }, expected)).toBeNull();
  });

  test.for([
    ["no CBOR", Buffer.from("not CBOR")],
    ["arrays nested deeper than the stack", Buffer.alloc(8_000, 0x81)],
    ["nothing after the header", Buffer.from("a1686175746844617461", "hex")],
  ] as const)("of %s: refused", async ([, bytes]) => {
    const expected = { ...SITE, challenge: newChallenge() };
    const honest = createSoftwareAuthenticator(SITE.origin).register(options(expected.challenge));
    const response = { ...honest.response, attestationObject: bytes.toString("base64url") };
    expect(await verifyRegistration({ ...honest, response }, expected)).toBeNull();
  });

  test("with a point that is not on the curve: refused", async () => {
    const expected = { ...SITE, challenge: newChallenge() };
    const honest = createSoftwareAuthenticator(SITE.origin).register(options(expected.challenge));
    const bytes = Buffer.from(honest.response.attestationObject, "base64url");
    bytes.fill(1, bytes.length - 32);
    const response = { ...honest.response, attestationObject: bytes.toString("base64url") };
    expect(await verifyRegistration({ ...honest, response }, expected)).toBeNull();
  });
});
