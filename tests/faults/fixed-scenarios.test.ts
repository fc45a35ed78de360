import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_STACK_DIR } from "../stack/paths.ts";
import { findRedisServer } from "../stack/redis.ts";
import { describeFindings } from "./report.ts";
import { runScenario } from "./run-scenario.ts";
import { FIXED_SCENARIOS } from "./scenarios.ts";

const LIMIT_MS = 5 * 60_000;

const HAS_REDIS = findRedisServer(process.env["PATH"] ?? "") !== null;

for (const scenario of FIXED_SCENARIOS) {
  const { name, queue, enquiries, posts, schedule } = scenario;
  test.skipIf(queue === "redis" && !HAS_REDIS)(
    `${name}: ${enquiries} enquiries and ${posts} decisions under ${schedule.length} faults, none lost, duplicated or wrong`,
    { timeout: LIMIT_MS },
    async ({ signal }) => {
      const lines: string[] = [];
      const findings = await runScenario(scenario, {
        signal,
        print: (line) => lines.push(line),
        logsFolder: join(DEFAULT_STACK_DIR, "faults", queue, String(schedule.length)),
      });
      expect(describeFindings(findings), lines.join("\n")).toEqual([]);
      expect(findings.faultsWithEffect, lines.join("\n")).toBe(schedule.length);
    },
  );
}
