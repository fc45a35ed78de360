import { defineConfig } from "vitest/config";

// One database server for the unit tests and one stack for the rest, started before the first test of each.
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    projects: [
      {
        root: new URL("..", import.meta.url).pathname,
        test: {
          name: "unit",
          include: [
            "{contracts,db,edge,worker,web}/**/*.test.{ts,tsx}",
            "tests/{stack,docs,faults}/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/dist/**", "web/budgets.test.ts"],
          globalSetup: ["tests/support/provide-database.ts"],
          setupFiles: ["tests/support/no-whispers.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root: new URL("..", import.meta.url).pathname,
        test: {
          name: "stack",
          include: ["tests/{journeys,browser}/**/*.test.ts", "web/budgets.test.ts"],
          globalSetup: ["tests/support/provide-stack.ts"],
          // They share one stack on two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
