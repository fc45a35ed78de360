import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeSource, findSource, requireSettings } from "./target.ts";

const folder = mkdtempSync(join(tmpdir(), "tidepost-target-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OWN = {
  DATABASE_URL: "postgresql://postgres:a@127.0.0.1:1/tidepost",
  STRIPE_SECRET_KEY: "sk_test_own",
  STRIPE_API_BASE: "http://127.0.0.1:2",
};
const REAL = {
  DATABASE_URL: "postgresql://owner:a@db.test/tidepost",
  STRIPE_SECRET_KEY: "sk_live_a",
};

function write(name: string, settings: Record<string, string>): string {
  const file = join(folder, name);
  const lines = Object.entries(settings).map(([key, value]) => `${key}='${value}'\n`);
  writeFileSync(file, lines.join(""));
  return file;
}

function runStack(settings: Record<string, string>, pid = process.pid): { STACK_DIR: string } {
  write("settings.env", settings);
  writeFileSync(join(folder, "stack.json"), JSON.stringify({ pids: { launcher: pid } }));
  return { STACK_DIR: folder };
}

test("nothing chosen while a stack runs: the settings of the stack", () => {
  const source = findSource({}, { ...runStack(OWN), DATABASE_URL: "" });
  expect(source.settings).toEqual(OWN);
  expect(describeSource(source)).toBe(`Target: local (the stack in ${folder})`);
});

test.each(["DATABASE_URL", "STRIPE_SECRET_KEY"] as const)(
  "%s in the environment while a stack runs: the environment, and nothing of the stack",
  (name) => {
    const environment = { ...runStack(OWN), [name]: REAL[name] };
    const source = findSource({}, environment);
    expect(source.settings).toEqual(environment);
    expect(describeSource(source)).toBe("Target: the environment");
  },
);

test("a file while a stack runs: the file, and nothing of the stack or the environment", () => {
  const files = [write("real.env", REAL)];
  const source = findSource({ target: "production", files }, { ...runStack(OWN), PIXEL_ID: "1" });
  expect(source.settings).toEqual(REAL);
  expect(describeSource(source)).toBe(`Target: production (${files.join()})`);
});

test("--target production while a stack runs: the environment", () => {
  const source = findSource({ target: "production" }, runStack(OWN));
  expect(source.settings).toEqual({ STACK_DIR: folder });
});

test("--target local: the stack, whatever the environment has", () => {
  const environment = { ...runStack(OWN), ...REAL };
  expect(findSource({ target: "local" }, environment).settings).toEqual(OWN);
});

test.each([
  ["database", { ...OWN, DATABASE_URL: REAL.DATABASE_URL }],
  ["Stripe account", { ...OWN, STRIPE_API_BASE: "" }],
])("a stack with a real %s: used only with --target local", (_, settings) => {
  const environment = runStack(settings);
  expect(() => findSource({}, environment)).toThrow("say --target local to use it.");
  expect(findSource({ target: "local" }, environment).target).toBe("local");
});

test("nothing chosen and a stack that was killed: the error says how to start one", () => {
  const environment = runStack(OWN, 2 ** 30);
  expect(() => findSource({}, environment)).toThrow(/^No stack runs in .*npm start.*--env-file\.$/);
});

test.each([
  [{ target: "prod" }, '--target is local, staging, production, not "prod".'],
  [{ files: ["/no/such.env"] }, "There is no file /no/such.env."],
])("%j: an error of one sentence", (chosen, message) => {
  expect(() => findSource(chosen, {})).toThrow(message);
});

test("a missing setting: named with the place that lacks it", () => {
  const source = findSource({}, { DATABASE_URL: REAL.DATABASE_URL });
  expect(() => requireSettings(source, ["DATABASE_URL", "STRIPE_SECRET_KEY"])).toThrow(
    "STRIPE_SECRET_KEY: missing in the environment.",
  );
});

const ROOT = join(import.meta.dirname, "../..");

test.each([
  ["billing:drift", "worker/bin/billing-drift.ts"],
  ["doctor", "tests/deploy/doctor.ts"],
  ["worker", "worker/main.ts"],
])("%s without a stack and settings: one sentence, and 1", async (_, file) => {
  const environment = { PATH: process.env["PATH"], STACK_DIR: "/nowhere" };
  const [code, output] = await new Promise<[unknown, string]>((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, file)],
      { cwd: ROOT, env: environment },
      (error, stdout, stderr) => resolve([error?.code, stdout + stderr]),
    );
  });
  expect(output).toMatch(
    /^No stack runs in \/nowhere: start one with `npm start` or `npm run services`, or .*\.\n$/,
  );
  expect(code).toBe(1);
});
