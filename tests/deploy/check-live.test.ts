import { exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { EdgeConfig } from "../../edge/config.ts";
import { createAuthKeys } from "../../edge/http/signing-keys.ts";
import { checkKeys, checkSecurityFile, checkStamps, readStamps } from "./check-live.ts";

async function keyNamed(kid: string) {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256" };
}

const publishedBy = (setting: string) =>
  JSON.stringify(createAuthKeys({ JWT_KEYS: EdgeConfig.shape.JWT_KEYS.parse(setting) }).jwks);

test("keys that the API publishes: compared with the settings", async () => {
  const [first, second] = [await keyNamed("first"), await keyNamed("second")];
  const both = JSON.stringify([second, first]);
  const alone = JSON.stringify([first]);
  expect(checkKeys(both, publishedBy(both))).toMatchObject([{ state: "ok" }]);
  expect(checkKeys(alone, publishedBy(both))).toMatchObject([{ state: "ok" }]);
  expect(checkKeys(both, publishedBy(alone))).toMatchObject([
    { state: "failed", what: "the API does not publish second" },
  ]);
  expect(checkKeys(both, null)).toMatchObject([{ state: "failed" }]);
});

test("same key id with other key material: reported", async () => {
  const [setting, published] = [await keyNamed("one"), await keyNamed("one")];
  expect(
    checkKeys(JSON.stringify([setting]), publishedBy(JSON.stringify([published]))),
  ).toMatchObject([{ state: "failed" }]);
});

test("site stamp of another environment or left unstamped: reported", () => {
  const stamped = readStamps(`<head>
    <meta name="tidepost:site-url" content="https://site.test" />
    <meta name="tidepost:api-url" content="__TIDEPOST_API_URL__" />
    <meta name="tidepost:pixel-id" content="" /></head>`);
  const wanted = { "site-url": "https://site.test", "api-url": "https://api.test", "pixel-id": "" };
  expect(checkStamps(stamped, wanted).map(({ state }) => state)).toEqual(["ok", "failed", "ok"]);
});

test.each([
  ["for most of a year", 200, "2027-11-15T12:00:00.000Z", "ok", "expires in 360 days"],
  ["for a month", 200, "2026-12-20T12:00:00.000Z", "failed", "expires on 2026-12-20T12:00:00.000Z"],
  [
    "and has lapsed",
    200,
    "2026-11-19T12:00:00.000Z",
    "failed",
    "expires on 2026-11-19T12:00:00.000Z",
  ],
  ["and is not found", 404, "2027-11-15T12:00:00.000Z", "failed", "is missing"],
] as const)("security.txt that is valid %s: reported", (_, status, expires, state, what) => {
  const text = `Contact: mailto:a@b.example\nExpires: ${expires}\n`;
  const now = new Date("2026-11-20T12:00:00Z");
  expect(checkSecurityFile({ status, text }, now)).toMatchObject({ state, what });
});
