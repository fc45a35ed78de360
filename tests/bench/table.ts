import { styleText } from "node:util";

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
  const cells = sections.map(({ lines }) => lines.map(cellsOf));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.flat().map((row) => row[column]?.length ?? 0)),
  );
  const format = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column >= 1 && column <= 3
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [
    styleText("dim", `  ${format(HEADINGS)}`),
    ...sections.flatMap(({ title }, index) => [
      "",
      styleText("bold", title),
      ...(cells[index] ?? []).map((row) => `  ${format(row)}`),
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
