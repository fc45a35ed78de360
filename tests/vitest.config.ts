import { defineConfig } from "vitest/config";

/** Months of several subscriptions, told from the first click to the last mail: minutes that not every run has. */
const ENDINGS = "tests/browser/subscription-lifecycle.test.ts";

/** What two cores carry: a story waits for its browser most of the time. */
const STACKS = 2;

/** What a test asks again and again may take as long as with `eventually`, not the second that vitest gives it. */
const PATIENT = { poll: { timeout: 20_000 } };

// One database server for the unit tests and stacks for the rest, started before the first test of each.
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    // Of two cores vitest would use one and leave the other to the database, which waits for tests most of the time.
    maxWorkers: "100%",
    projects: [
      {
        root: new URL("..", import.meta.url).pathname,
        test: {
          name: "unit",
          include: [
            "{contracts,db,edge,worker,web}/**/*.test.{ts,tsx}",
            "tests/{stack,docs,faults,scale,support}/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/dist/**", "web/budgets.test.ts"],
          globalSetup: ["tests/support/global-database.ts"],
          setupFiles: ["tests/support/fail-on-console.ts"],
          expect: PATIENT,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root: new URL("..", import.meta.url).pathname,
        test: {
          name: "stack",
          include: ["tests/{journeys,browser}/**/*.test.ts", "web/budgets.test.ts"],
          exclude: ["**/node_modules/**", ENDINGS],
          globalSetup: ["tests/support/global-stack.ts"],
          // Each process has a stack to itself, and they begin when the units have ended.
          maxWorkers: STACKS,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        root: new URL("..", import.meta.url).pathname,
        test: {
          name: "endings",
          include: [ENDINGS],
          globalSetup: ["tests/support/global-stack.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
