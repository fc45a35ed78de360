import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import { createTokenVerifier } from "./api-key.ts";
import { createAuthKeys } from "./signing-keys.ts";

const API = "https://api.tidepost.example";

test("token accepted before: verified again once expired, and rejected five seconds later", async () => {
  const clock = { now: new Date("2026-03-01T12:00:00Z") };
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { x = "", y = "" } = await exportJWK(pair.privateKey);
  const config = {
    API_URL: API,
    JWT_KEYS: [{ kid: "key-1", kty: "EC", crv: "P-256", x, y } as const],
  };
  const keys = createAuthKeys(config);
  const verifying = vi.spyOn(keys, "verifying");
  const verifyToken = createTokenVerifier(config, () => clock.now, keys);
  const token = await new SignJWT({ role: "anon" })
    .setProtectedHeader({ alg: "ES256", kid: "key-1" })
    .setIssuer(`${API}/auth/v1`)
    .setExpirationTime(new Date("2026-03-01T13:00:00Z"))
    .sign(pair.privateKey);

  for (const [time, times] of [
    ["12:00:00", 1],
    ["12:59:59", 1],
    ["13:00:00", 2],
    ["13:00:04", 3],
  ] as const) {
    clock.now = new Date(`2026-03-01T${time}Z`);
    expect(await verifyToken(token)).toMatchObject({ role: "anon" });
    expect(verifying, time).toHaveBeenCalledTimes(times);
  }
  clock.now = new Date("2026-03-01T13:00:05Z");
  await expect(verifyToken(token)).rejects.toThrow("exp");
});

const SECRET = "a secret that two services shared for years";
const OUR_ISSUER = `${API}/auth/v1`;
const person = { role: "authenticated", sub: "0f0e6a3c-58c5-4a6e-9b3a-3a1f1c9b7d2e" };

test.each([
  ["the public key of the former service", { role: "anon" }, "supabase", SECRET, true],
  ["its key for servers", { role: "service_role" }, "supabase", SECRET, true],
  ["a public key of ours", { role: "anon" }, OUR_ISSUER, SECRET, true],
  ["a key without a role", { role: "" }, OUR_ISSUER, SECRET, false],
  ["a user of ours without a role", { ...person, role: "" }, OUR_ISSUER, SECRET, false],
  ["a user of that issuer", person, "supabase", SECRET, false],
  ["a key from a third place", { role: "anon" }, "https://elsewhere.example", SECRET, false],
  ["a key under another secret", { role: "anon" }, "supabase", `${SECRET}!`, false],
])("shared secret configured: %s", async (_, claims, issuer, secret, accepted) => {
  const verifyToken = createTokenVerifier(
    { API_URL: API, JWT_KEYS: [], JWT_SECRET: SECRET },
    () => new Date("2026-03-01T12:00:00Z"),
  );
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setExpirationTime(new Date("2036-03-01T13:00:00Z"))
    .sign(new TextEncoder().encode(secret));
  const verified = verifyToken(token).then(
    ({ role }) => role,
    () => null,
  );
  expect(await verified).toBe(accepted ? claims.role : null);
});

test("no shared secret: rejects HS256, and a public ES256 key is no HMAC secret", async () => {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { x = "", y = "" } = await exportJWK(pair.privateKey);
  const key = { kid: "key-1", kty: "EC", crv: "P-256", x, y } as const;
  const now = () => new Date("2026-03-01T12:00:00Z");
  for (const [kid, refusal] of [
    ["key-1", "no key of this id"],
    ["unknown", "signature verification failed"],
  ] as const) {
    const token = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256", kid })
      .setIssuer(OUR_ISSUER)
      .setExpirationTime(new Date("2036-03-01T13:00:00Z"))
      .sign(new TextEncoder().encode(JSON.stringify(key)));
    const verifyToken = createTokenVerifier({ API_URL: API, JWT_KEYS: [key] }, now);
    await expect(verifyToken(token)).rejects.toThrow("no key of this id");
    const withSecret = { API_URL: API, JWT_KEYS: [key], JWT_SECRET: SECRET };
    await expect(createTokenVerifier(withSecret, now)(token)).rejects.toThrow(refusal);
  }
});
