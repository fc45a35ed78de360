import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Simulate months of several subscriptions, or a night of failures, and take minutes, so they are optional. */
const ENDINGS = ["tests/browser/subscription-lifecycle.test.ts", "tests/faults/night.test.ts"];

/** Start stacks of their own, and mostly wait: beside other tests they cost little time. */
const OWN_STACKS = ["tests/faults/fixed-scenarios.test.ts", "tests/deploy/rehearsal.test.ts"];

/** `expect.poll` gets as long as `eventually`, not vitest's one second. */
const PATIENT = { poll: { timeout: 20_000 } };

/** Ends a test that hangs: no slow machine needs as long. */
const LIMIT_MS = 180_000;

/** Real databases, browsers and clocks share the cores of a CI machine; a retried test is reported as such. */
const CI_RETRIES = process.env["CI"] ? 1 : 0;

/** Long, although the files are short: started last, they would run alone. */
const LONG = [
  "subscription-year",
  "dashboard-year",
  "posts-month",
  "scale/plans",
  "schedules/schedules",
  "browser/crawl",
  "browser/states",
];

class LongFilesFirst extends BaseSequencer {
  /** Vitest begins with the largest files. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((part) => moduleId.includes(part));
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer, no array
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const ROOT = new URL("..", import.meta.url).pathname;

/** Pages import stylesheets, and mocks of a module are Vite's. */
const NEED_VITE = ["web/**/*.test.{ts,tsx}", "tests/mails/*-in-mails.test.ts"];

/** Node imports what needs no Vite, with less processor time. */
const NATIVE = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ["--import", new URL("support/jsx-hook.ts", import.meta.url).href],
};

const UNIT = {
  // As on the local stack.
  env: { UNPROVED_CLAIMS: "shown" },
  // A process keeps its modules from file to file: importing them for each takes longer than
  // most tests. A file that mocks a module resets them.
  isolate: false,
  setupFiles: ["tests/support/fail-on-console.ts"],
  expect: PATIENT,
  retry: CI_RETRIES,
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
};

const NEVER = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  root: ROOT,
  test: {
    reporters: ["default", "./tests/support/failed-attempts.ts"],
    // On two cores vitest would use one worker; Postgres mostly waits for the tests.
    maxWorkers: "100%",
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        root: ROOT,
        test: {
          name: "unit",
          ...UNIT,
          ...NATIVE,
          include: [
            "{contracts,db,edge,worker}/**/*.test.{ts,tsx}",
            "tests/{stack,docs,deploy,mails,faults,scale,stories,support}/**/*.test.ts",
          ],
          exclude: [...NEVER, ...NEED_VITE, ...OWN_STACKS, ...ENDINGS],
          globalSetup: ["tests/support/global-database.ts"],
        },
      },
      {
        root: ROOT,
        test: {
          name: "pages",
          ...UNIT,
          include: NEED_VITE,
          exclude: [...NEVER, "web/budgets.test.ts"],
        },
      },
      {
        root: ROOT,
        test: {
          name: "stack",
          ...NATIVE,
          // A process keeps its browser, too.
          isolate: false,
          include: ["tests/{journeys,browser}/**/*.test.ts", "web/budgets.test.ts"],
          exclude: [...NEVER, ...ENDINGS],
          globalSetup: ["tests/support/global-stack.ts"],
          setupFiles: ["tests/support/check-journeys.ts"],
          retry: CI_RETRIES,
          expect: PATIENT,
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        root: ROOT,
        test: {
          name: "own-stack",
          ...NATIVE,
          include: OWN_STACKS,
          retry: CI_RETRIES,
          hookTimeout: LIMIT_MS,
        },
      },
      {
        root: ROOT,
        test: {
          name: "endings",
          ...NATIVE,
          include: ENDINGS,
          globalSetup: ["tests/support/global-stack.ts"],
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
        },
      },
    ],
  },
});
