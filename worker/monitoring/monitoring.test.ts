import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { NO_PROMTOOL, runPromtool } from "../../tests/support/promtool.ts";
import { DASHBOARD } from "./dashboard.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
const rules = read("rules.yml");
const alerts = [
  ...rules.matchAll(/- alert: (\w+)\n([\s\S]*?)(?=\n\s+- alert:|\n\s+- name:|$)/g),
].map(([, name = "", rest = ""]) => ({ name, rest }));

const expressions = Object.values(DASHBOARD).flatMap((panels) =>
  panels.flatMap(({ lines }) => Object.values(lines)),
);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

test("each alert rule: has severity, summary, and a night of the runbook", () => {
  const nights = [...read("../RUNBOOK.md").matchAll(/^## (.+)$/gm)].map(([, heading = ""]) =>
    anchorOf(heading),
  );
  expect(alerts.length).toBeGreaterThan(5);
  for (const { name, rest } of alerts) {
    expect(rest, name).toMatch(/severity: (page|ticket)/);
    expect(rest, name).toMatch(/summary: "[^"]+\."/);
    const [, anchor] = /runbook_url: worker\/RUNBOOK\.md#(\S+)/.exec(rest) ?? [];
    expect(nights, name).toContain(anchor);
  }
});

test("each alert rule: is tested while it is silent and while it fires", () => {
  const tests = read("rules.test.yml") + read("objectives.test.yml");
  for (const { name } of alerts) {
    expect(tests, name).toContain(`alertname: ${name}, exp_alerts: []`);
    expect(tests, name).toMatch(
      new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`),
    );
  }
});

test("promtool: accepts the rules, their tests, the scrape settings, and each panel of the dashboard", ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "panels-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const panelRules = join(folder, "panels.yml");
  const asRules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
  writeFileSync(panelRules, JSON.stringify({ groups: [{ name: "panels", rules: asRules }] }));
  for (const args of [
    ["check", "config", "prometheus.yml"],
    ["check", "rules", panelRules],
    ["test", "rules", "rules.test.yml", "objectives.test.yml"],
  ]) {
    const run = runPromtool(args, { cwd: import.meta.dirname });
    if (run === null) return skip(NO_PROMTOOL);
    expect(run.code, run.output).toBe(0);
  }
});
