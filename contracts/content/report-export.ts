import type { Platform } from "./brief-answers.ts";
import {
  type Metric,
  PLATFORM_METRICS,
  POST_METRICS,
  type PostMetric,
  wholeNumber,
} from "./report-figures.ts";
import { columnName, readSheet, type Sheet, type SheetError } from "./sheet.ts";

export const EXPORT_ROWS_MAX = 5_000;

/** Figures of one platform, added up from the rows of an export. */
export type ExportFigures = {
  /** Sums of its rows; null when no cell of the column is a number, or one may be another number than it looks like. */
  readonly figures: Readonly<Partial<Record<Metric, number | null>>>;
  readonly rows: number;
  /** Columns that are no part of a figure. */
  readonly unused: readonly string[];
  /** Cells of the other columns that hold no number. */
  readonly unread: number;
  /** The first cell of each column that could not be added up for sure, for example `Views: 12.400`. */
  readonly unclear: readonly string[];
  /** Rows that are posts: their addresses, and the figure that tells which did best. Null without such columns. */
  readonly posts: {
    readonly metric: PostMetric;
    readonly values: readonly { readonly url: string; readonly value: number }[];
  } | null;
};

type ExportOutcome = ExportFigures | SheetError | "too_long";

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

/** Columns with the address of a row's post. */
const ADDRESSES: ReadonlySet<string> = new Set([
  "permalink",
  "post url",
  "post link",
  "video link",
  "link",
  "url",
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
  const sheet = readSheet(text, (cells, above) => partsOf(cells, above).filter(isKnown).length);
  if (typeof sheet === "string" || "broken" in sheet) return sheet;
  const { head: header, rows } = sheet;
  if (rows.length > EXPORT_ROWS_MAX) return "too_long";

  const metrics: readonly Metric[] = PLATFORM_METRICS[platform];
  const wanted = new Set<Part>(
    metrics.flatMap((metric): Part[] => [metric, ...partsOfSum(metric)]),
  );
  const sums: Sums = new Map();
  const unused: string[] = [];
  const unclear: string[] = [];
  let unread = 0;
  for (const [column, part] of partsOf(header, sheet.titles.at(-1)).entries()) {
    if (part === null || !wanted.has(part)) {
      unused.push(header[column] ?? "");
      continue;
    }
    const cells = rows.map((row) => (row.cells[column] ?? "").trim());
    const known = cells.map(wholeNumber).filter((count) => count !== null);
    const odd = cells.find((cell) => /\d/.test(cell) && wholeNumber(cell) === null);
    if (odd === undefined) unread += cells.length - known.length;
    else unclear.push(`${(header[column] ?? "").trim()}: ${odd}`);
    sums.set(part, odd === undefined ? totalOf(known) : "unclear");
  }
  if (sums.size === 0) return "no_columns";
  const figures = metrics.flatMap((metric) => {
    const figure = figureOf(metric, sums);
    return figure === undefined ? [] : [[metric, figure] as const];
  });
  return {
    figures: Object.fromEntries(figures),
    rows: rows.length,
    unused,
    unread,
    unclear,
    posts: postsOf(sheet, platform),
  };
}

/** The figure is the first one that the platform has, so that each file of a platform tells by the same. */
function postsOf({ head, rows }: Sheet, platform: Platform): ExportFigures["posts"] {
  const columns = head.map(columnName);
  const address = columns.findIndex((name) => ADDRESSES.has(name));
  const metrics: readonly Metric[] = PLATFORM_METRICS[platform];
  const metric = POST_METRICS.filter((one) => metrics.includes(one)).find((one) =>
    columns.some((name) => isColumnOf(name, one)),
  );
  if (address === -1 || metric === undefined) return null;
  const column = columns.findIndex((name) => isColumnOf(name, metric));
  const values = rows.flatMap(({ cells }) => {
    const value = wholeNumber(cells[column] ?? "");
    return value === null ? [] : [{ url: (cells[address] ?? "").trim(), value }];
  });
  return { metric, values };
}

const isColumnOf = (name: string, metric: PostMetric) =>
  name === metric || COLUMNS.get(name) === metric;

type Sums = Map<Part, number | "unclear" | null>;

/** @returns undefined when the file has no column for the figure; null when it has no number */
function figureOf(metric: Metric, sums: Sums): number | null | undefined {
  const own = sums.get(metric);
  if (own !== undefined) return own === "unclear" ? null : own;
  const parts = partsOfSum(metric).flatMap((part) => sums.get(part) ?? []);
  const columns = partsOfSum(metric).filter((part) => sums.has(part)).length;
  // A sum without one of the parts that make its name is another figure.
  if (columns === 0 || (metric === "saves_and_shares" && columns < 2)) return undefined;
  const known = parts.filter((count) => count !== "unclear");
  return known.length < parts.length ? null : totalOf(known);
}

function totalOf(counts: readonly number[]): number | null {
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

const partsOfSum = (metric: Metric): readonly Part[] => SUMS[metric] ?? [];
const isKnown = (part: Part | null) => part !== null;

function partsOf(header: readonly string[], above: readonly string[] | undefined): (Part | null)[] {
  // A title stands alone in its line, and names no column.
  if (header.length < 2) return [];
  const title = TITLES.get(columnName(above?.[0] ?? "")) ?? null;
  return header.map((cell) =>
    columnName(cell) === TITLED_COLUMN ? title : (COLUMNS.get(columnName(cell)) ?? null),
  );
}
