import type { Violation } from "./judge.ts";
import type { Findings } from "./storm.ts";

export type Verdict = {
  readonly scenario: { readonly name: string; readonly timetable: readonly unknown[] };
} & ({ readonly findings: Findings } | { readonly failure: string });

const SHOWN_MAX = 10;

/** 0: all promises kept; 1: one broken; 2: a fault had no effect, so the run proves nothing. */
export type ExitCode = 0 | 1 | 2;

export function exitCodeOf(verdicts: readonly Verdict[]): ExitCode {
  if (verdicts.some((verdict) => isBroken(verdict))) return 1;
  return verdicts.every((verdict) => hasPassed(verdict)) ? 0 : 2;
}

export function hasPassed(verdict: Verdict): boolean {
  return !isBroken(verdict) && "findings" in verdict && verdict.findings.doubts.length === 0;
}

function isBroken(verdict: Verdict): boolean {
  return "failure" in verdict || verdict.findings.violations.length > 0;
}

export function describeFindings({ violations, doubts }: Findings): string[] {
  const shown = violations.slice(0, SHOWN_MAX).map((each) => `  BROKEN: ${describeBreach(each)}`);
  const more = violations.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...doubts.map((doubt) => `  This run proves nothing: ${doubt}.`),
  ];
}

function describeBreach({ kind, about, sentence }: Violation): string {
  return `${about} ${sentence} (${kind})`;
}

export function describeVerdicts(verdicts: readonly Verdict[]): string {
  const head = [
    "scenario",
    "requests",
    "accepted",
    "refused",
    "retried",
    "faults bitten",
    "mails repeated",
    "lost",
    "duplicated",
    "wrong",
    "slowest refusal",
    "drained after",
  ];
  const body = verdicts.map((verdict) => {
    const { name, timetable } = verdict.scenario;
    if ("failure" in verdict) return [name, verdict.failure.split("\n", 1).join("")];
    const { findings } = verdict;
    return [
      name,
      String(findings.requests),
      String(findings.accepted),
      String(findings.refused),
      String(findings.retried),
      `${findings.faultsBitten} of ${timetable.length}`,
      String(findings.mailsRepeated),
      ...(["lost", "duplicated", "wrong"] as const).map((kind) => countOf(findings, kind)),
      seconds(findings.slowestRefusalMs),
      seconds(findings.drainedMs),
    ];
  });
  const passed = verdicts.filter((verdict) => hasPassed(verdict)).length;
  return [
    "",
    ...alignColumns([head, ...body]),
    "",
    `${passed} passed, ${verdicts.length - passed} failed`,
  ].join("\n");
}

function countOf({ violations }: Findings, kind: Violation["kind"]): string {
  return String(new Set(violations.filter((b) => b.kind === kind).map((b) => b.about)).size);
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
