import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPart, type Death, type Part, type PartSpec } from "./part.ts";
import { stackFile } from "./paths.ts";
import { processIdentity } from "./process-identity.ts";

const PARENT = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  console.log("child " + child.pid);
  console.log("setting " + process.env.SETTING);
  setInterval(() => {}, 1000);
`;

let dir: string;
let logFile: string;
let deaths: Death[];
let earlier: number;
let part: Part;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "part-"));
  logFile = join(dir, "part.log");
  deaths = [];
  earlier = 0;
});

afterEach(async () => {
  vi.useRealTimers();
  await part.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

function describe(code: string, spec: Partial<PartSpec> = {}): Part {
  return createPart({
    name: "worker",
    command: process.execPath,
    args: ["-e", code],
    env: { PATH: process.env["PATH"] },
    logFile,
    pidFile: join(dir, "part.pid"),
    prepare: async () => {
      earlier = existsSync(logFile) ? log().length : 0;
    },
    isHealthy: async () => log().slice(earlier).includes("setting"),
    onHealthy: () => {},
    onDeath: (death) => deaths.push(death),
    ...spec,
  });
}

function log(): string {
  return readFileSync(logFile, "utf8");
}

function isAlive(pid: number): boolean {
  return processIdentity(pid) !== null;
}

test("killed part: takes its children with it, and is not reported as a crash", async () => {
  part = describe(PARENT);
  await part.start();
  const childPid = Number(/child (\d+)/.exec(log())?.[1]);
  expect(isAlive(childPid)).toBe(true);
  await part.kill("SIGKILL");
  expect(part.pid).toBeNull();
  await expect.poll(() => isAlive(childPid)).toBe(false);
  expect(deaths).toEqual([]);
});

test("part killed from outside: reported, and its children end", async () => {
  part = describe(PARENT);
  await part.start();
  const childPid = Number(/child (\d+)/.exec(log())?.[1]);
  process.kill(part.pid ?? 0, "SIGKILL");
  await expect.poll(() => deaths).toEqual([{ part: "worker", logFile, how: "SIGKILL" }]);
  await expect.poll(() => isAlive(childPid)).toBe(false);
});

test("settings given to one start: stay for the next", async () => {
  part = describe(PARENT);
  await part.start({ env: { SETTING: "on" } });
  await part.restart();
  expect(log().match(/setting .*/g)).toEqual(["setting on", "setting on"]);
});

test("part that exits while starting: error names the log", async () => {
  part = describe("process.exit(3)");
  await expect(part.start()).rejects.toThrow(
    `The worker stopped while starting (exit code 3): read ${logFile}.`,
  );
  expect(deaths).toEqual([]);
});

test("part that never becomes healthy: stopped", async () => {
  part = describe("setInterval(() => {}, 1000)", { startTimeoutMs: 50 });
  await expect(part.start()).rejects.toThrow("did not become healthy in time");
  expect(part.pid).toBeNull();
});

test("preparation longer than the time limit of the start: started", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  part = describe(PARENT, {
    prepare: async () => {
      vi.advanceTimersByTime(3_600_000);
    },
  });
  await part.start();
  expect(part.pid).not.toBeNull();
});

test("transient start error: tried again", async () => {
  part = describe(
    `const { existsSync, writeFileSync } = require("node:fs");
     if (!existsSync(process.env.MARKER)) { writeFileSync(process.env.MARKER, ""); console.log("trouble"); process.exit(1); }
     ${PARENT}`,
    { env: { MARKER: join(dir, "marker") }, isTransient: (written) => written.includes("trouble") },
  );
  await part.start();
  expect(part.pid).not.toBeNull();
});

test("part that ignores SIGTERM: gets SIGKILL", async () => {
  part = describe(`process.on("SIGTERM", () => {}); ${PARENT}`, { stopGraceMs: 50 });
  await part.start();
  await part.kill();
  expect(part.pid).toBeNull();
});

test("stop before the process exists: prevents the start", async () => {
  const prepared = Promise.withResolvers<void>();
  part = describe(PARENT, { prepare: () => prepared.promise });
  const starting = part.start();
  await part.kill();
  prepared.resolve();
  await expect(starting).rejects.toThrow("was stopped while starting");
  expect(part.pid).toBeNull();
});

test("launcher killed: its processes end", async () => {
  const launcher = `
    const { spawn } = require("node:child_process");
    const args = ["--import", ${JSON.stringify(stackFile("exit-with-parent.ts"))}, "-e", "setInterval(() => {}, 1000)"];
    const child = spawn(process.execPath, args, { detached: true, stdio: ["pipe", "inherit", "inherit"] });
    console.log("child " + child.pid);
    console.log("setting");
    setInterval(() => {}, 1000);
  `;
  part = describe(launcher);
  await part.start();
  const orphan = Number(/child (\d+)/.exec(log())?.[1]);
  await part.kill("SIGKILL");
  await expect.poll(() => isAlive(orphan)).toBe(false);
});
