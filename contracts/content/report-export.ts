import type { Platform } from "./brief-answers.ts";
import { type Metric, PLATFORM_METRICS } from "./report-figures.ts";

export const EXPORT_ROWS_MAX = 5_000;

/** Figures of one platform, added up from the rows of an export. */
export type ExportFigures = {
  /** Sums of its rows; null when no cell of the column is a number. */
  readonly figures: Readonly<Partial<Record<Metric, number | null>>>;
  readonly rows: number;
  /** Columns that are no part of a figure. */
  readonly unused: readonly string[];
  /** Cells of the other columns that are no whole number. */
  readonly unread: number;
};

type ExportOutcome = ExportFigures | "no_columns" | "too_long";

type Part = Metric | "saves";

/**
 * Columns of the platforms' exports that we add up. We do not add up reach: it counts people, and a person who saw two posts
 * would count twice.
 */
const COLUMNS: ReadonlyMap<string, Part> = new Map([
  ["views", "views"],
  ["total views", "views"],
  ["video views", "views"],
  ["impressions", "impressions"],
  ["likes", "likes"],
  ["total likes", "likes"],
  ["reactions", "reactions"],
  ["comments", "comments"],
  ["total comments", "comments"],
  ["shares", "shares"],
  ["total shares", "shares"],
  ["reposts", "reposts"],
  ["saves", "saves"],
  ["profile views", "profile_visits"],
  ["profile visits", "profile_visits"],
  ["clicks", "clicks"],
  ["link clicks", "link_clicks"],
  ["difference in followers from previous day", "followers"],
]);

/** Some files hold one figure per day in a column named `Primary`, and name the figure in the line above the header. */
const TITLED_COLUMN = "primary";
const TITLES: ReadonlyMap<string, Part> = new Map([
  ["views", "views"],
  ["content interactions", "interactions"],
  ["link clicks", "link_clicks"],
  ["visits", "profile_visits"],
  ["facebook visits", "profile_visits"],
  ["instagram profile visits", "profile_visits"],
]);

const SUMS: Readonly<Partial<Record<Metric, readonly Part[]>>> = {
  interactions: ["likes", "reactions", "comments", "shares", "saves"],
  saves_and_shares: ["saves", "shares"],
};

/** Adds up a file of Meta Business Suite, TikTok Studio or another one with such columns. */
export function readExport(text: string, platform: Platform): ExportOutcome {
  const lines = parseCsv(text);
  const head = lines.findIndex((line, index) => partsOf(line, lines[index - 1]).some(isKnown));
  const [header, ...rows] = head === -1 ? [] : lines.slice(head);
  if (header === undefined) return "no_columns";
  if (rows.length > EXPORT_ROWS_MAX) return "too_long";

  const metrics: readonly Metric[] = PLATFORM_METRICS[platform];
  const wanted = new Set<Part>(
    metrics.flatMap((metric): Part[] => [metric, ...partsOfSum(metric)]),
  );
  const sums = new Map<Part, number | null>();
  const unused: string[] = [];
  let unread = 0;
  for (const [column, part] of partsOf(header, lines[head - 1]).entries()) {
    if (part === null || !wanted.has(part)) {
      unused.push(header[column] ?? "");
      continue;
    }
    const counts = rows.map((row) => wholeNumber(row[column] ?? ""));
    const known = counts.filter((count) => count !== null);
    unread += counts.length - known.length;
    sums.set(part, totalOf(known));
  }
  if (sums.size === 0) return "no_columns";
  const figures = metrics.flatMap((metric) => {
    const figure = figureOf(metric, sums);
    return figure === undefined ? [] : [[metric, figure] as const];
  });
  return { figures: Object.fromEntries(figures), rows: rows.length, unused, unread };
}

/** @returns undefined when the file has no column for the figure; null when it has no number */
function figureOf(
  metric: Metric,
  sums: ReadonlyMap<Part, number | null>,
): number | null | undefined {
  const own = sums.get(metric);
  if (own !== undefined) return own;
  const parts = partsOfSum(metric).flatMap((part) => sums.get(part) ?? []);
  const columns = partsOfSum(metric).filter((part) => sums.has(part)).length;
  // A sum without one of the parts that make its name is another figure.
  if (columns === 0 || (metric === "saves_and_shares" && columns < 2)) return undefined;
  return totalOf(parts);
}

function totalOf(counts: readonly number[]): number | null {
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

const partsOfSum = (metric: Metric): readonly Part[] => SUMS[metric] ?? [];
const isKnown = (part: Part | null) => part !== null;
const named = (cell: string | undefined) => (cell ?? "").trim().toLowerCase();

function partsOf(header: readonly string[], above: readonly string[] | undefined): (Part | null)[] {
  // A title stands alone in its line, and names no column.
  if (header.length < 2) return [];
  const title = TITLES.get(named(above?.[0])) ?? null;
  return header.map((cell) =>
    named(cell) === TITLED_COLUMN ? title : (COLUMNS.get(named(cell)) ?? null),
  );
}

function wholeNumber(cell: string): number | null {
  const text = cell.replaceAll(/[\s,]/g, "");
  return /^[+-]?\d{1,12}$/.test(text) ? Number(text) : null;
}

/** Lines that are not blank. A first line `sep=;` names the separator, as Excel reads it. */
function parseCsv(text: string): string[][] {
  const [, declared, body = ""] = /^\uFEFF?(?:"?sep=(.)"?\r?\n)?([\s\S]*)$/.exec(text) ?? [];
  const [firstLine = ""] = body.split("\n", 1);
  const separator = declared ?? ["\t", ";"].find((one) => firstLine.includes(one)) ?? ",";
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endLine = () => {
    line.push(cell);
    if (line.some((one) => one.trim() !== "")) lines.push(line);
    line = [];
    cell = "";
  };
  for (let at = 0; at < body.length; at++) {
    const char = body.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (body[at + 1] === '"') cell += body.charAt(at++);
      else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === separator) {
      line.push(cell);
      cell = "";
    } else if (char === "\n") endLine();
    else if (char !== "\r") cell += char;
  }
  endLine();
  return lines;
}
