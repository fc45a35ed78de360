import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const COMMAND = join(import.meta.dirname, "alert-test.ts");
const folder = mkdtempSync(join(tmpdir(), "tidepost-alert-test-"));
const file = join(folder, "settings.env");
const received: { url: string; body: string }[] = [];
let server: Server;
let base = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const url = request.url ?? "";
      received.push({ url, body });
      response.statusCode = url === "/gone" ? 404 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ id: "re_1" }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function run(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const all = {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    AUTH_CODE_SECRET: "0".repeat(32),
    OPS_SECRET: "1".repeat(32),
    TEAM_EMAIL: "team@site.test",
    SITE_URL: "http://site.test",
    OPS_URL: "http://ops.test",
    API_URL: "http://api.test",
    RESEND_API_KEY: "re_key",
    RESEND_BASE_URL: base,
    ...settings,
  };
  writeFileSync(
    file,
    Object.entries(all)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(""),
  );
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, "--env-file", file], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

test("alert:test: tries every channel, prints each answer without a secret, and fails with any", async () => {
  const { code, output } = await run({
    ALERT_WEBHOOK_URL: `${base}/gone`,
    HEARTBEAT_URL: `${base}/beat`,
  });
  expect(output.trimEnd().split("\n")).toEqual([
    `Target: ${file}`,
    "  ✓ email      accepted as re_1",
    "  ✗ webhook    Error: answered 404",
    "  ✓ heartbeat  answered 200",
  ]);
  expect(code).toBe(1);
  expect(received.map(({ url }) => url).toSorted()).toEqual(["/beat", "/emails", "/gone"]);
  const text = "a test of npm run alert:test, nothing has happened: http://ops.test/ops/overview";
  expect(received.find(({ url }) => url === "/gone")?.body).toBe(JSON.stringify({ text }));
  expect(received.find(({ url }) => url === "/emails")?.body).toContain(text);
});

test("alert:test with email alone: succeeds, and names what is left out", async () => {
  const { code, output } = await run({});
  expect(output.trimEnd().split("\n")).toEqual([
    `Target: ${file}`,
    "  ✓ email      accepted as re_1",
    "  · webhook    ALERT_WEBHOOK_URL is left out: alerts go by email only",
    "  · heartbeat  HEARTBEAT_URL is left out: nobody is told when the worker stops",
  ]);
  expect(code).toBe(0);
});
