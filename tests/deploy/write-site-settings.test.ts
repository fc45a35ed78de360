import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { EdgeConfig } from "../../edge/config.ts";
import { createTokenVerifier } from "../../edge/http/api-key.ts";
import { checkStamps, readStamps } from "./check-live.ts";
import { writeSiteSettings } from "./write-site-settings.ts";

const PUBLISHABLE_KEY = "pk_test_51TidepostStandInAccount";

async function edgeSettings() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    DATABASE_URL: "postgres://role:word@db.test/tidepost",
    SITE_URL: "https://site.test",
    API_URL: "https://api.test",
    JWT_KEYS: JSON.stringify([{ ...(await exportJWK(privateKey)), kid: "one", alg: "ES256" }]),
    AUTH_CODE_SECRET: "c".repeat(32),
    AUTH_TOKEN_SECRET: "t".repeat(32),
    AUTH_ENCRYPTION_SECRET: "s".repeat(32),
  };
}

test("stamped site: has the target's URLs and a public key that its API accepts", async () => {
  const [from, to] = await Promise.all([
    mkdtemp(join(tmpdir(), "built-")),
    mkdtemp(join(tmpdir(), "stamped-")),
  ]);
  onTestFinished(async () => {
    await Promise.all([from, to].map((folder) => rm(folder, { recursive: true })));
  });
  const names = ["site-url", "api-url", "anon-key", "stripe-key", "pixel-id"];
  const placeholder = (name: string) => `__TIDEPOST_${name.replace("-", "_").toUpperCase()}__`;
  await writeFile(
    join(from, "index.html"),
    names.map((name) => `<meta name="tidepost:${name}" content="${placeholder(name)}" />`).join(""),
  );
  const edge = await edgeSettings();
  const now = new Date();

  await writeSiteSettings({
    given: {
      target: "staging",
      edge,
      worker: {},
      site: { STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY },
      vars: {},
      unread: [],
    },
    from,
    to,
    now,
  });

  const stamped = readStamps(await readFile(join(to, "index.html"), "utf8"));
  const wanted = {
    "site-url": edge.SITE_URL,
    "api-url": edge.API_URL,
    "stripe-key": PUBLISHABLE_KEY,
    "pixel-id": "",
  };
  expect(checkStamps(stamped, wanted).map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok"]);
  const verify = createTokenVerifier(EdgeConfig.parse(edge), () => now);
  await expect(verify(stamped.get("anon-key") ?? "")).resolves.toMatchObject({ role: "anon" });
});
