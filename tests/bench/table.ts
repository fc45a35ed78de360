import { styleText } from "node:util";
import { alignColumns } from "../support/align-columns.ts";

export type Line = {
  what: string;
  perSecond?: number;
  p50Ms?: number;
  p99Ms?: number;
  compared?: string;
  target?: { text: string; met: boolean };
};

export type Section = { title: string; lines: Line[] };

const HEADINGS = ["", "per second", "p50 ms", "p99 ms", "", "target", ""] as const;

export function formatTable(sections: readonly Section[]): string {
  const rows = [HEADINGS, ...sections.flatMap(({ lines }) => lines.map(cellsOf))];
  const isFigure = (column: number): boolean => column >= 1 && column <= 3;
  const [headings = "", ...lines] = alignColumns(rows, (column) => !isFigure(column)).map((row) =>
    `  ${row.join("  ")}`.trimEnd(),
  );
  return [
    styleText("dim", headings),
    ...sections.flatMap((section) => [
      "",
      styleText("bold", section.title),
      ...lines.splice(0, section.lines.length),
    ]),
  ].join("\n");
}

function cellsOf(line: Line): string[] {
  return [
    line.what,
    number(line.perSecond, 0),
    number(line.p50Ms, 1),
    number(line.p99Ms, 1),
    line.compared ?? "",
    line.target?.text ?? "",
    line.target === undefined ? "" : line.target.met ? "met" : "missed",
  ];
}

function number(value: number | undefined, digits: number): string {
  if (value === undefined) return "";
  return value.toLocaleString("en-GB", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
