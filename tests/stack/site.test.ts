import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPart, type Part } from "./part.ts";
import { stackFile } from "./paths.ts";
import { claimPorts, type PortBlock } from "./ports.ts";

const FILES = {
  "index.html": "<h1>Home</h1>",
  "contact.html": `<h1>Contact</h1>${"<p>Words.</p>".repeat(50)}`,
  "404.html": "<h1>Not found</h1>",
  "assets/app-1.js": "export const one = 1;",
  _headers:
    "/*\n  X-Frame-Options: DENY\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
  _redirects: "/old /contact 301\n",
};

let dir: string;
let block: PortBlock;
let site: Part;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "site-"));
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(dir, "site", "assets"), { recursive: true });
    writeFileSync(join(dir, "site", name), content);
  }
  block = await claimPorts({ base: 25_000, fixed: false });
  site = createPart({
    name: "site",
    command: process.execPath,
    args: [stackFile("site.ts")],
    env: {
      PATH: process.env["PATH"],
      SITE_DIR: join(dir, "site"),
      PORT: String(block.ports.site),
    },
    logFile: join(dir, "site.log"),
    pidFile: join(dir, "site.pid"),
    isHealthy: async () => (await get("/").catch(() => null))?.ok === true,
    onHealthy: () => {},
    onDeath: () => {},
  });
  await site.start();
});

afterAll(async () => {
  await site.kill();
  await block.release();
  rmSync(dir, { recursive: true, force: true });
});

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${block.ports.site}${path}`, { headers, redirect: "manual" });
}

test("a path that begins with two slashes is a path of the site, not another host", async () => {
  expect((await get("//evil.example/")).status).toBe(404);
  const contact = await get("//contact/");
  expect([contact.status, contact.headers.get("location")]).toEqual([308, "/contact"]);
});

test("pages: clean URLs, other spellings redirect to them", async () => {
  expect(await (await get("/contact")).text()).toContain("<h1>Contact</h1>");
  for (const spelling of ["/contact.html", "/contact/"]) {
    const answer = await get(spelling);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/contact"]);
  }
});

test.each([
  "/nowhere",
  "/contact/nowhere",
  "/assets/app-1.js/nowhere",
  "/_headers",
  "/../stack.json",
])("%s: not-found page with status 404", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("Not found");
});

test("headers and redirects: taken from the site's _headers and _redirects", async () => {
  expect((await get("/")).headers.get("x-frame-options")).toBe("DENY");
  expect((await get("/assets/app-1.js")).headers.get("cache-control")).toContain("immutable");
  const old = await get("/old");
  expect([old.status, old.headers.get("location")]).toEqual([301, "/contact"]);
});

test("text files: compressed with an encoding that the browser accepts", async () => {
  for (const encoding of ["br", "gzip"]) {
    const answer = await get("/contact", { "accept-encoding": encoding });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(await answer.text()).toContain("<h1>Contact</h1>");
  }
  const plain = await get("/contact", { "accept-encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
});

test("page already cached by the browser: 304", async () => {
  const first = await get("/contact", { "accept-encoding": "br" });
  const etag = first.headers.get("etag") ?? "";
  const again = await get("/contact", { "accept-encoding": "br", "if-none-match": etag });
  expect(again.status).toBe(304);
});
