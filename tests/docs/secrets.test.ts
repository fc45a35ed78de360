import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

const SHAPES = {
  "key of Stripe": /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  "secret of Stripe's webhook": /\bwhsec_[A-Za-z0-9+/=]{24,}/g,
  "key of Resend": /\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,}/g,
  "token of Meta": /\bEAA[A-Za-z0-9]{90,}/g,
  "OAuth secret of Google": /\bGOCSPX-[\w-]{20,}/g,
  "address of a team chat": /hooks\.slack\.com\/services\/\w+\/\w+\/\w+/g,
  "password of Neon": /postgres(?:ql)?:\/\/[^\s:/]+:[^\s@]+@[\w.-]+\.neon\.tech/g,
  "private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\\n|\s)+[\w+/]{32,}/g,
  "private key as JWK": /\\?"d\\?": ?\\?"[\w-]{43,}/g,
  "signed token": /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{40,}/g,
};
type What = keyof typeof SHAPES;

/** Made up, for tests that need a whole one. */
const FIXTURES = new Set([
  "sk_live_51H8xTideQ3bLk2VmZw9RcYpA",
  "rk_live_51H8xTideQ3bLk2VmZw9RcYpA",
]);

function secretsIn(text: string): string[] {
  return Object.entries(SHAPES).flatMap(([what, shape]) =>
    [...text.matchAll(shape)].flatMap(([found]) => (FIXTURES.has(found) ? [] : [what])),
  );
}

test.each<[What, string]>([
  ["key of Stripe", `sk_live_${"a1".repeat(12)}`],
  ["key of Stripe", `rk_test_51${"a1".repeat(48)}`],
  ["secret of Stripe's webhook", `whsec_${"a1".repeat(16)}`],
  ["key of Resend", `re_${"A".repeat(8)}_${"b2".repeat(12)}`],
  ["token of Meta", `EAA${"Gb1".repeat(60)}`],
  ["OAuth secret of Google", `GOCSPX-${"a-1_".repeat(7)}`],
  ["address of a team chat", `https://hooks.slack.com/services/${"T0".repeat(4)}/B0B/c3d4`],
  ["password of Neon", `postgresql://owner:npg_a1@ep-${"x1".repeat(3)}.aws.neon.tech/db`],
  ["private key", `-----BEGIN PRIVATE KEY-----\n${"MIGH".repeat(16)}`],
  ["private key as JWK", `{"kty":"EC","d":"${"a-1_".repeat(11)}"}`],
  ["signed token", `eyJhbGciOiJI.eyJzdWIiOiIx.${"a-1_".repeat(11)}`],
])("%s: found", (what, text) => {
  expect(secretsIn(`NAME=${text}\n`)).toEqual([what]);
});

test("no secret is in the tree", () => {
  const files = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  )
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(ROOT, file)));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    secretsIn(readFileSync(join(ROOT, file), "latin1")).map((what) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});
