import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { checkBackups, checkRestoreWindow } from "./check-backups.ts";

const NOW = new Date("2026-11-29T12:00:00.000Z");
const KEY = { BACKUP_KEY: "key" };
const server = createServer();
afterEach(() => void server.close());

const about = (at: string) => JSON.stringify({ at, name: "production-x.tidepost" });
const LAST_NIGHT = about("2026-11-29T02:00:00.000Z");

test.each([
  ["made last night, tried on Sunday", LAST_NIGHT, about("2026-11-22T12:00:00.000Z"), "ok ok"],
  ["of the night before", about("2026-11-28T09:59:00.000Z"), LAST_NIGHT, "pending ok"],
  ["not tried for nine days", LAST_NIGHT, about("2026-11-20T12:00:00.000Z"), "ok pending"],
  ["never made", null, null, "pending pending"],
  ["noted in words that nobody wrote", "{}", "no", "pending pending"],
])("backups %s", (_, last, tried, states) => {
  const notes: Readonly<Record<string, string | null>> = {
    "production-last.json": last,
    "production-tried.json": tried,
  };
  const results = checkBackups("production", KEY, (name) => notes[name] ?? null, NOW);
  expect(results.map(({ state }) => state).join(" ")).toBe(states);
});

test.each([
  ["production", "failed"],
  ["staging", "note"],
] as const)("%s without a key for backups: %s", (target, state) => {
  expect(checkBackups(target, {}, () => null, NOW)).toMatchObject([{ state }]);
});

test.each([
  [200, { project: { history_retention_seconds: 604_800 } }, "ok", "is 7 days"],
  [200, { project: { history_retention_seconds: 86_400 } }, "pending", "is 1 days"],
  [200, {}, "failed", "cannot be read: Neon answers 200"],
  [401, { message: "no" }, "failed", "cannot be read: Neon answers 401"],
])("Neon answers %i %j: %s", async (status, body, state, what) => {
  server.removeAllListeners("request");
  server.on("request", ({ url, headers }, response) => {
    const isAsked = url === "/projects/damp-sea" && headers.authorization === "Bearer key";
    response.writeHead(isAsked ? status : 404).end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const settings = {
    NEON_API_KEY: "key",
    NEON_PROJECT_ID: "damp-sea",
    NEON_API_BASE: `http://127.0.0.1:${port}`,
  };
  expect(await checkRestoreWindow(settings)).toMatchObject({ state, what });
});

test("without a key of Neon, the doctor says that it did not look", async () => {
  expect(await checkRestoreWindow({ NEON_API_KEY: "key" })).toMatchObject({ state: "note" });
});
