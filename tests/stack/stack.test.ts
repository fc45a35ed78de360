import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { decodeJwt } from "jose";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";
import type { Env, PartName } from "./part.ts";
import { stackFile } from "./paths.ts";
import { claimPorts } from "./ports.ts";
import { processIdentity } from "./process-identity.ts";
import { StackError } from "./stack-error.ts";
import { startStack } from "./stack.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "stack-"));
  return () => rmSync(dir, { recursive: true, force: true });
});

type StackFile = { databaseUrl: string; pids: Record<string, number | null> };

function stackFileOf(folder: string): StackFile {
  return JSON.parse(readFileSync(join(folder, "stack.json"), "utf8")) as StackFile;
}

test("stack.json: lists URLs while the stack runs, readable by its user only, then deleted", async () => {
  const stack = await startStack({ dir, parts: ["emulators"] });
  expect(stackFileOf(dir)).toMatchObject({
    ...stack.urls,
    pids: { launcher: process.pid, emulators: stack.parts.emulators.pid },
  });
  expect(statSync(join(dir, "stack.json")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dir, "settings.env")).mode & 0o777).toBe(0o600);
  expect(statSync(join(dir, "secrets.json")).mode & 0o777).toBe(0o600);
  await stack.parts.emulators.restart();
  expect(stackFileOf(dir).pids["emulators"]).toBe(stack.parts.emulators.pid);
  await stack.stop();
  expect(existsSync(join(dir, "stack.json"))).toBe(false);
  expect(existsSync(join(dir, "settings.env"))).toBe(false);
});

test("wrangler dev finds the edge's settings, and no others, while the stack runs", async () => {
  const devVars = join(dir, ".dev.vars");
  const stack = await startStack({ dir, parts: [], queue: "postgres", devVars });
  const settings = parseEnv(readFileSync(devVars, "utf8"));
  expect(settings).toMatchObject({
    DATABASE_URL: stack.settings["DATABASE_URL"],
    JWT_KEYS: stack.settings["JWT_KEYS"],
    EDGE_PUBLISH: "off",
  });
  expect(Object.keys(settings).filter((name) => !EDGE_CONFIG_KEYS.includes(name))).toEqual([]);
  expect(statSync(devVars).mode & 0o777).toBe(0o600);
  await stack.stop();
  expect(existsSync(devVars)).toBe(false);
});

test(".dev.vars that the stack did not write: left alone", async () => {
  const devVars = join(dir, ".dev.vars");
  writeFileSync(devVars, "LOG_LEVEL=debug\n");
  const stack = await startStack({ dir, parts: [], devVars });
  await stack.stop();
  expect(readFileSync(devVars, "utf8")).toBe("LOG_LEVEL=debug\n");
});

test("API keys: hold a role, no user, and expire after years", async () => {
  const stack = await startStack({ dir, parts: [] });
  const claims = decodeJwt(stack.urls.anonKey);
  expect(claims).toMatchObject({ role: "anon", iss: `${stack.urls.api}/auth/v1` });
  expect(claims.sub).toBeUndefined();
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBeGreaterThan(9 * 365 * 86_400);
  expect(decodeJwt(stack.urls.serviceRoleKey)["role"]).toBe("service_role");
  await stack.stop();
});

test("caller's settings override the defaults, and secrets stay the same between runs", async () => {
  const first = await startStack({ dir, parts: [] });
  await first.stop();
  const second = await startStack({
    dir,
    parts: [],
    queue: "postgres",
    env: { EMAIL_RPS: "5", API_URL: "https://api.example", REDIS_URL: "redis://elsewhere" },
  });
  expect(second.ops).toEqual(first.ops);
  expect(second.settings).toMatchObject({
    EMAIL_RPS: "5",
    API_URL: "https://api.example",
    EDGE_PUBLISH: "off",
    OPS_SECRET: first.settings["OPS_SECRET"],
  });
  expect(second.urls).toMatchObject({ api: "https://api.example", redisUrl: null });
  await second.stop();
});

test("part that the stack does not run: cannot be stopped", async () => {
  const stack = await startStack({ dir, parts: [] });
  expect(stack.parts.worker.owned).toBe(false);
  await expect(stack.parts.worker.kill()).rejects.toThrow("The worker is not run by this stack");
  await stack.stop();
});

test.each<[string, PartName[], Env, string]>([
  ["QUEUE", [], { QUEUE: "kafka" }, 'QUEUE is "kafka" but may be auto, redis or postgres.'],
  [
    "TEAM_EMAIL",
    ["worker"],
    { TEAM_EMAIL: "team" },
    "The worker has missing or wrong settings: TEAM_EMAIL (Invalid email address).",
  ],
  [
    "JWT_KEYS",
    ["edge"],
    { JWT_KEYS: "{" },
    "The edge has missing or wrong settings: JWT_KEYS (not JSON).",
  ],
])("wrong %s: named, and the folder stays unlocked", async (_name, parts, env, sentence) => {
  await expect(startStack({ dir, parts, env })).rejects.toThrow(new StackError(sentence));
  const stack = await startStack({ dir, parts: [] });
  await stack.stop();
});

test("aborted start: leaves no process", async () => {
  const leaving = new AbortController();
  const starting = startStack({
    dir,
    parts: ["postgres", "bridge"],
    signal: leaving.signal,
    onStep: () => leaving.abort(new Error("given up")),
  });
  await expect(starting).rejects.toThrow("given up");
  expect(existsSync(join(dir, "stack.lock"))).toBe(false);
  expect(existsSync(join(dir, "run", "postgres.pid"))).toBe(false);
});

test("processes left by a killed launcher: ended by the next start, same ports and data", async () => {
  const free = await claimPorts({ base: 26_000, fixed: false });
  await free.release();
  const options = { dir, portBase: free.base, parts: ["postgres", "redis", "bridge"] as const };
  const script = `
    import { startStack } from ${JSON.stringify(stackFile("stack.ts"))};
    await startStack(${JSON.stringify(options)});
    process.send("up");
  `;
  const launcher = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await new Promise((resolve) => {
    launcher.once("message", resolve);
  });
  const { pids, databaseUrl } = stackFileOf(dir);
  await run(databaseUrl, "create table kept (id int)");
  const gone = new Promise((resolve) => {
    launcher.once("exit", resolve);
  });
  launcher.kill("SIGKILL");
  await gone;
  const stack = await startStack(options);
  for (const pid of [pids["postgres"], pids["redis"]]) {
    expect(processIdentity(pid ?? 0)).toBeNull();
  }
  await run(stack.urls.databaseUrl, "select * from kept");
  await stack.stop();
});

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
