import type { Findings } from "./load.ts";
import type { Scenario } from "./scenarios.ts";
import type { Violation } from "./verdict/state.ts";

export type Outcome = {
  readonly scenario: Scenario;
} & ({ readonly findings: Findings } | { readonly failure: string });

const SHOWN_MAX = 10;

/** 0: all promises kept; 1: one broken; 2: a fault had no effect, so the run proves nothing. */
export type ExitCode = 0 | 1 | 2;

export function exitCodeOf(outcomes: readonly Outcome[]): ExitCode {
  if (outcomes.some((outcome) => isBroken(outcome))) return 1;
  return outcomes.every((outcome) => hasPassed(outcome)) ? 0 : 2;
}

export function hasPassed(outcome: Outcome): boolean {
  return !isBroken(outcome) && "findings" in outcome && outcome.findings.doubts.length === 0;
}

function isBroken(outcome: Outcome): boolean {
  return "failure" in outcome || outcome.findings.violations.length > 0;
}

export function describeFindings({ violations, doubts }: Findings): string[] {
  const shown = violations
    .slice(0, SHOWN_MAX)
    .map((each) => `  BROKEN: ${describeViolation(each)}`);
  const more = violations.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...doubts.map((doubt) => `  This run proves nothing: ${doubt}.`),
  ];
}

function describeViolation({ kind, about, message }: Violation): string {
  return `${about} ${message} (${kind})`;
}

export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const head = [
    "scenario",
    "requests",
    "accepted",
    "refused",
    "retried",
    "faults with effect",
    "emails repeated",
    "lost",
    "duplicated",
    "wrong",
    "slowest refusal",
    "drained after",
  ];
  const body = outcomes.map((outcome) => {
    const { name, schedule } = outcome.scenario;
    if ("failure" in outcome) return [name, outcome.failure.split("\n", 1).join("")];
    const { findings } = outcome;
    return [
      name,
      String(findings.requests),
      String(findings.accepted),
      String(findings.refused),
      String(findings.retried),
      `${findings.faultsWithEffect} of ${schedule.length}`,
      String(findings.emailsRepeated),
      ...(["lost", "duplicated", "wrong"] as const).map((kind) => countOf(findings, kind)),
      seconds(findings.slowestRefusalMs),
      seconds(findings.drainedMs),
    ];
  });
  const passed = outcomes.filter((outcome) => hasPassed(outcome)).length;
  return [
    "",
    ...alignColumns([head, ...body]),
    "",
    `${passed} passed, ${outcomes.length - passed} failed`,
  ].join("\n");
}

function countOf({ violations }: Findings, kind: Violation["kind"]): string {
  return String(
    new Set(violations.filter((one) => one.kind === kind).map((one) => one.about)).size,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number): number =>
    Math.max(
      ...rows.filter((row) => row.length > 2).map((row) => (row[column] ?? "").length),
      ...(column === 0 ? rows.map((row) => (row[0] ?? "").length) : []),
    );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        if (row.length === 2 && column === 1) return cell;
        return column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column));
      })
      .join("  "),
  );
}
