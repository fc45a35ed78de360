import { alignColumns } from "../support/align-columns.ts";
import type { Findings } from "./load.ts";
import type { Scenario } from "./scenarios.ts";
import type { Violation } from "./verdict/state.ts";

export type Outcome = {
  readonly scenario: Scenario;
} & ({ readonly findings: Findings } | { readonly failure: string });

const SHOWN_MAX = 10;

/** 0: all promises kept; 1: one broken; 2: a fault had no effect, so the run proves nothing. */
type ExitCode = 0 | 1 | 2;

export function exitCodeOf(outcomes: readonly Outcome[]): ExitCode {
  if (outcomes.some((outcome) => isBroken(outcome))) return 1;
  return outcomes.every((outcome) => hasPassed(outcome)) ? 0 : 2;
}

function hasPassed(outcome: Outcome): boolean {
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
  const completed = outcomes.flatMap((outcome) => ("findings" in outcome ? outcome : []));
  const failed = outcomes.flatMap((outcome) => ("failure" in outcome ? outcome : []));
  const body = completed.map(({ scenario, findings }) => [
    scenario.name,
    String(findings.requests),
    String(findings.accepted),
    String(findings.refused),
    String(findings.retried),
    `${findings.faultsWithEffect} of ${scenario.schedule.length}`,
    String(findings.emailsRepeated),
    ...(["lost", "duplicated", "wrong"] as const).map((kind) => countOf(findings, kind)),
    seconds(findings.slowestRefusalMs),
    seconds(findings.drainedMs),
  ]);
  const passed = outcomes.filter((outcome) => hasPassed(outcome)).length;
  return [
    "",
    ...alignColumns([head, ...body]).map((row) => row.join("  ")),
    ...failed.map(
      ({ scenario, failure }) => `${scenario.name}: ${failure.split("\n", 1).join("")}`,
    ),
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
