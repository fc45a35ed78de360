import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { createTokenVerifier } from "./api-key.ts";

const API = "https://api.tidepost.example";

test("a token that was accepted is refused once it has expired", async () => {
  const clock = { now: new Date("2026-03-01T12:00:00Z") };
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { x = "", y = "" } = await exportJWK(pair.privateKey);
  const verifyToken = createTokenVerifier(
    { API_URL: API, JWT_KEYS: [{ kid: "key-1", kty: "EC", crv: "P-256", x, y }] },
    () => clock.now,
  );
  const token = await new SignJWT({ role: "anon" })
    .setProtectedHeader({ alg: "ES256", kid: "key-1" })
    .setIssuer(`${API}/auth/v1`)
    .setExpirationTime(new Date("2026-03-01T13:00:00Z"))
    .sign(pair.privateKey);

  expect(await verifyToken(token)).toMatchObject({ role: "anon" });
  clock.now = new Date("2026-03-01T12:59:59Z");
  expect(await verifyToken(token)).toMatchObject({ role: "anon" });
  clock.now = new Date("2026-03-01T13:00:06Z");
  await expect(verifyToken(token)).rejects.toThrow("exp");
});
