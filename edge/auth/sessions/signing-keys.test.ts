import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { expect } from "vitest";
import { type AuthService, test as base } from "../../../tests/support/auth-service.ts";

const ADA = { email: "ada@shop.example", password: "low tide at six" };

async function newJwk(alg: "ES256" | "RS256", kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
}

function withoutPrivatePart({ kty, kid, crv, x, y }: JWK): Record<string, unknown> {
  return { kty, kid, crv, x, y };
}

const [elder, newer, rsa] = await Promise.all([
  newJwk("ES256", "elder"),
  newJwk("ES256", "newer"),
  newJwk("RS256", "rsa"),
]);
const keys = (...list: object[]) => ({
  JWT_KEYS: JSON.stringify(list),
  MAILER_AUTOCONFIRM: "true",
});

const test = base.extend<{ signUp: (auth: AuthService) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern
  signUp: async ({}, use) => {
    await use(async (auth) => {
      const { data, error } = await auth.client().signUp(ADA);
      if (error !== null || data.session === null) throw new Error("sign-up was refused");
      return data.session.access_token;
    });
  },
});

const statusOf = async (auth: AuthService, token: string) => {
  const { status } = await auth.call("GET", "/user", undefined, {
    authorization: `Bearer ${token}`,
  });
  return status;
};

test("key rotation: the new key signs and the retired one still verifies", async ({
  serviceWith,
  signUp,
}) => {
  const before = serviceWith(keys(elder));
  const token = await signUp(before);
  const after = serviceWith(keys(newer, withoutPrivatePart(elder)));
  expect(await statusOf(after, token)).toBe(200);
  const { data } = await after.client().signInWithPassword(ADA);
  expect(await statusOf(after, data.session?.access_token ?? "")).toBe(200);
  expect(await statusOf(before, data.session?.access_token ?? "")).toBe(403);
  const gone = serviceWith(keys(newer));
  expect(await statusOf(gone, token)).toBe(403);
});

test("signing key: the one marked for signing, at any position", async ({
  serviceWith,
  signUp,
}) => {
  const auth = serviceWith(keys(elder, { ...newer, key_ops: ["sign", "verify"], use: "sig" }));
  const token = await signUp(auth);
  expect(JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString())).toMatchObject({
    kid: "newer",
  });
  expect(await statusOf(auth, token)).toBe(200);
});

test.for([
  ["ES256", newer],
  ["RS256", rsa],
] as const)("auth-js verifies %s tokens locally", async ([alg, jwk], { serviceWith, signUp }) => {
  const auth = serviceWith(keys(jwk));
  const token = await signUp(auth);
  const client = auth.client();
  const { data, error } = await client.getClaims(token);
  expect(error).toBeNull();
  expect(data?.header.alg).toBe(alg);
  expect(data?.claims).toMatchObject({ email: ADA.email, aal: "aal1", role: "authenticated" });
  const asked = auth.log.filter(({ route }) => route === "/auth/v1/user");
  expect(asked).toEqual([]);
});

test("public key used as an HMAC secret: rejected", async ({ serviceWith, signUp }) => {
  const auth = serviceWith(keys(newer));
  const [, payload = ""] = (await signUp(auth)).split(".");
  const { body } = await auth.call("GET", "/.well-known/jwks.json");
  const [published] = body["keys"] as object[];
  for (const secret of [JSON.stringify(published), newer.x ?? "", ""]) {
    const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT", kid: "newer" }));
    const content = `${header.toString("base64url")}.${payload}`;
    const signature = createHmac("sha256", secret).update(content).digest("base64url");
    expect(await statusOf(auth, `${content}.${signature}`)).toBe(403);
  }
});

test.for([
  ["no private key", [withoutPrivatePart(newer)]],
  ["one name for two keys", [newer, { ...elder, kid: "newer" }]],
  ["a symmetric key", [{ kty: "oct", kid: "x", k: "c2VjcmV0" }]],
  ["a key without a name", [{ ...newer, kid: undefined }]],
] as const)("settings with %s: rejected by name", ([, list], { serviceWith }) => {
  expect(() => serviceWith(keys(...list))).toThrow(/JWT_KEYS/);
});
