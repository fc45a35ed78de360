import { mkdtemp, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { headersFile } from "./site/headers.ts";
import { fillPlaceholders, stampSite } from "./stamp.ts";

const CONFIG = {
  siteUrl: "https://tidepost.example",
  apiUrl: "https://api.tidepost.example",
  anonKey: "eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
  stripeKey: "pk_test_51TidepostStandInAccount",
  pixelId: "",
  turnstileSiteKey: "",
};

test("stamp: fills the copy and leaves the build unchanged", async () => {
  const from = await mkdtemp(join(tmpdir(), "build-"));
  const to = join(await mkdtemp(join(tmpdir(), "site-")), "public");
  const asset = "const text = '__TIDEPOST_SITE_URL__'";
  await mkdir(join(from, "assets"));
  await writeFile(join(from, "index.html"), '<meta content="__TIDEPOST_API_URL__" />');
  await writeFile(join(from, "_headers"), "connect-src 'self' __TIDEPOST_API_URL__");
  await writeFile(join(from, "assets/index.js"), asset);

  await stampSite({ from, to, config: CONFIG });

  expect(await readFile(join(to, "index.html"), "utf8")).toBe(
    '<meta content="https://api.tidepost.example" />',
  );
  expect(await readFile(join(to, "_headers"), "utf8")).toContain("https://api.tidepost.example");
  expect(await readFile(join(to, "assets/index.js"), "utf8")).toBe(asset);
  expect(await readFile(join(from, "index.html"), "utf8")).toContain("__TIDEPOST_API_URL__");
});

test("stamp: an empty value means no backend", () => {
  expect(fillPlaceholders('"__TIDEPOST_ANON_KEY__"', { ...CONFIG, anonKey: "" })).toBe('""');
});

test("stamp: allows Meta's origins only with a pixel", () => {
  const policy = "script-src 'self' __TIDEPOST_PIXEL_SCRIPTS__; img-src __TIDEPOST_PIXEL_REPORTS__";
  expect(fillPlaceholders(policy, CONFIG)).toBe("script-src 'self' ; img-src ");
  expect(fillPlaceholders(policy, { ...CONFIG, pixelId: "100000000000001" })).toBe(
    "script-src 'self' https://connect.facebook.net; img-src https://www.facebook.com",
  );
});

test("stamp: names Cloudflare and the key only with a captcha", () => {
  const page = "<head><title>Tidepost</title></head>";
  const policy = headersFile([]);
  expect(fillPlaceholders(page, CONFIG)).toBe(page);
  expect(fillPlaceholders(policy, CONFIG)).not.toContain("challenges.cloudflare.com");
  const withKey = { ...CONFIG, turnstileSiteKey: "0x4AAA" };
  expect(fillPlaceholders(page, withKey)).toBe(
    '<head><title>Tidepost</title><meta name="tidepost:turnstile-site-key" content="0x4AAA"></head>',
  );
  const filled = fillPlaceholders(policy, withKey);
  for (const directive of ["script-src", "frame-src"]) {
    expect(filled).toMatch(
      new RegExp(`; ${directive} [^;]+ https://challenges\\.cloudflare\\.com[;\n]`),
    );
  }
  expect(fillPlaceholders(policy, CONFIG)).toBe(
    filled.replaceAll(" https://challenges.cloudflare.com", ""),
  );
});

test.each(['"><script>', "https://a.example; script-src *", "a b"])(
  "stamp: rejects a value with unsafe characters: %s",
  (apiUrl) => {
    expect(() => fillPlaceholders("", { ...CONFIG, apiUrl })).toThrow("apiUrl");
  },
);
