import { type Platform, PLATFORM_KEYS, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { type ExportFigures, readExport } from "#contracts/content/report-export.ts";
import {
  bestPostOf,
  FIGURE_DAYS_MAX,
  FIGURE_SOURCE_MAX,
  isFigure,
  type Metric,
  METRICS,
  PLATFORM_METRICS,
  type PlatformFigures,
  POST_METRICS,
  REPORT_WORDS_MAX,
  wholeNumber,
} from "#contracts/content/report-figures.ts";
import { decodeSheet } from "#contracts/content/sheet.ts";
import { TERMS } from "#contracts/terms.ts";
import { LINE, TEXT } from "#contracts/text.ts";
import type { LivePostRow } from "#db/content/find-reports.ts";

/** As typed: names of fields and their texts. */
export type ReportFields = ReadonlyMap<string, string>;

export const fieldName = (platform: Platform, metric: Metric, period: "now" | "before") =>
  `${platform}.${metric}.${period}`;
export const sourceName = (platform: Platform) => `${platform}.source`;
export const daysName = (platform: Platform) => `${platform}.days`;
export const BEST = { post: "best.post", metric: "best.metric", value: "best.value" };

/** Names a post on one of its platforms. */
export const bestKey = (platform: Platform, postId: string) => `${platform} ${postId}`;

/** `value` is null until it can be saved. */
type ReportInput = {
  fields: ReportFields;
  value: { words: string; figures: readonly PlatformFigures[] } | null;
  errors: readonly string[];
};

/** The figures that the form shows. A platform without figures yet shows those of the previous report as the days before. */
export function fieldsOf(
  words: string,
  figures: readonly PlatformFigures[],
  previous: readonly PlatformFigures[] = [],
): ReportFields {
  const best = bestPostOf(figures);
  const fields = new Map([
    ["words", words],
    [BEST.post, best === null ? "" : bestKey(best.platform, best.postId)],
    [BEST.metric, best?.metric ?? ""],
    [BEST.value, best === null ? "" : String(best.value)],
  ]);
  const set = (name: string, count: number | null) => {
    if (count !== null) fields.set(name, String(count));
  };
  for (const { platform, metrics } of previous) {
    if (figures.some((written) => written.platform === platform)) continue;
    for (const { metric, value } of metrics) set(fieldName(platform, metric, "before"), value);
  }
  for (const { platform, source, days, metrics } of figures) {
    fields.set(sourceName(platform), source);
    fields.set(daysName(platform), String(days));
    for (const { metric, value, previous: before } of metrics) {
      set(fieldName(platform, metric, "now"), value);
      set(fieldName(platform, metric, "before"), before);
    }
  }
  return fields;
}

/** Whether the form has figures of the days before without one of these days, which are in no report. */
export function isLeftOut(fields: ReportFields, platform: Platform): boolean {
  const has = (period: "now" | "before") =>
    PLATFORM_METRICS[platform].some(
      (metric) => (fields.get(fieldName(platform, metric, period)) ?? "") !== "",
    );
  return has("before") && !has("now");
}

/**
 * @param previous figures of the report before, with which the form began
 * @param posts what went live in the period
 */
export function readReport(
  form: URLSearchParams,
  previous: readonly PlatformFigures[],
  posts: readonly LivePostRow[],
): ReportInput {
  const fields = new Map([...form].map(([name, text]) => [name, text.trim()]));
  const field = (name: string) => fields.get(name) ?? "";
  const errors: string[] = [];

  const words = field("words").replaceAll("\r\n", "\n");
  if (words.length > REPORT_WORDS_MAX || !TEXT.test(words)) {
    errors.push(`Write at most ${String(REPORT_WORDS_MAX)} characters that can be shown.`);
  }
  function count(platform: Platform, metric: Metric, period: "now" | "before"): number | null {
    const text = field(fieldName(platform, metric, period));
    if (text === "") return null;
    const value = wholeNumber(text);
    if (value !== null && isFigure(metric, value)) return value;
    errors.push(`${PLATFORMS[platform]}, ${METRICS[metric].toLowerCase()}: type a whole number.`);
    return null;
  }
  const named = readBest(field, posts);
  if (typeof named === "string") errors.push(named);
  const best = typeof named === "string" ? null : named;
  const figures = PLATFORM_KEYS.flatMap((platform): PlatformFigures[] => {
    const metrics = PLATFORM_METRICS[platform]
      .map((metric) => ({
        metric,
        value: count(platform, metric, "now"),
        previous: count(platform, metric, "before"),
      }))
      .filter(({ value, previous }) => value !== null || previous !== null);
    if (metrics.every(({ value }) => value === null)) {
      const before = new Map(
        previous
          .find((shown) => shown.platform === platform)
          ?.metrics.map(({ metric, value }) => [metric, value]),
      );
      if (metrics.some(({ metric, previous: typed }) => typed !== (before.get(metric) ?? null))) {
        errors.push(
          `${PLATFORMS[platform]}: type a figure for these days too, or clear the one before.`,
        );
      }
      return [];
    }
    const source = field(sourceName(platform));
    const days = Number(field(daysName(platform)) || TERMS.report.days);
    if (source === "" || source.length > FIGURE_SOURCE_MAX || !LINE.test(source)) {
      errors.push(`${PLATFORMS[platform]}: say where the figures come from.`);
    }
    if (!Number.isInteger(days) || days < 1 || days > FIGURE_DAYS_MAX) {
      errors.push(`${PLATFORMS[platform]}: days are 1 to ${String(FIGURE_DAYS_MAX)}.`);
    }
    const isBest = best?.platform === platform;
    return [{ platform, source, days, metrics, ...(isBest && { best: best.post }) }];
  });
  if (best !== null && figures.every((one) => one.best === undefined)) {
    errors.push(`Best post: type a figure of ${PLATFORMS[best.platform]} too.`);
  }
  return { fields, errors, value: errors.length === 0 ? { words, figures } : null };
}

type NamedBest = { platform: Platform; post: NonNullable<PlatformFigures["best"]> };

/** @returns null when none is named, and what is wrong with the one that is */
function readBest(
  field: (name: string) => string,
  posts: readonly LivePostRow[],
): NamedBest | string | null {
  const key = field(BEST.post);
  const typed = field(BEST.value);
  if (key === "" && typed === "") return null;
  const [named] = posts.flatMap(({ id, publications }) =>
    publications
      .filter(({ platform }) => bestKey(platform, id) === key)
      .map(({ platform }) => ({ id, platform })),
  );
  if (named === undefined) return "Best post: choose one that went live in these days.";
  const { id: postId, platform } = named;
  const metrics: readonly Metric[] = PLATFORM_METRICS[platform];
  const metric = POST_METRICS.find((one) => one === field(BEST.metric) && metrics.includes(one));
  if (metric === undefined) return `Best post: choose a figure that ${PLATFORMS[platform]} has.`;
  const value = wholeNumber(typed);
  if (value === null || !isFigure(metric, value)) return "Best post: type a whole number.";
  return { platform, post: { postId, metric, value } };
}

export type ReadFile = { platform: Platform; outcome: ExportFigures | string };

/** Puts the sums of a file in the place of what was typed; nothing is saved. */
export function readFile(
  { fields }: ReportInput,
  file: Uint8Array | null,
  posts: readonly LivePostRow[],
): { fields: ReportFields; read: ReadFile } {
  const platform = PLATFORM_KEYS.find((key) => key === fields.get("export_platform"));
  if (platform === undefined || file === null || file.length === 0) {
    const outcome = "Choose a file and its platform.";
    return { fields, read: { platform: platform ?? "instagram", outcome } };
  }
  const text = decodeSheet(file);
  const outcome = text === null ? "workbook" : readExport(text, platform);
  if (typeof outcome === "string") {
    return { fields, read: { platform, outcome: UNREADABLE[outcome] } };
  }
  if ("broken" in outcome) {
    const sentence = `Row ${String(outcome.broken)} of the file has quotation marks that swallow what follows. Please type the figures.`;
    return { fields, read: { platform, outcome: sentence } };
  }
  const sums = Object.entries(outcome.figures).map(([metric, sum]): [string, string] => [
    fieldName(platform, metric as Metric, "now"),
    sum === null ? "" : String(sum),
  ]);
  const best = bestOf(outcome, platform, posts);
  return { fields: new Map([...fields, ...sums, ...best]), read: { platform, outcome } };
}

/** Fields of the post with the highest figure in an export; none when the export has no post of ours. */
function bestOf(
  { posts: rows }: ExportFigures,
  platform: Platform,
  posts: readonly LivePostRow[],
): [string, string][] {
  const own = new Map(
    posts.flatMap(({ id, publications }) =>
      publications
        .filter((live) => live.platform === platform)
        .map(({ url }) => [addressKey(url), id] as const),
    ),
  );
  const [best] = (rows?.values ?? [])
    .flatMap(({ url, value }) => {
      const postId = own.get(addressKey(url));
      return postId === undefined ? [] : [{ postId, value }];
    })
    .toSorted((one, other) => other.value - one.value);
  if (rows === null || best === undefined) return [];
  return [
    [BEST.post, bestKey(platform, best.postId)],
    [BEST.metric, rows.metric],
    [BEST.value, String(best.value)],
  ];
}

/** What names the post in its address: exports write it with other hosts and further parts. */
function addressKey(url: string): string {
  const { pathname, searchParams } = URL.parse(url) ?? { pathname: url, searchParams: null };
  return pathname.replace(/\/+$/, "") + (searchParams?.get("story_fbid") ?? "");
}

const UNREADABLE = {
  too_long: "The file has too many rows. Export fewer days.",
  no_columns: "The file has no column that can be added up. Please type the figures.",
  workbook: "The file is a workbook. Save it as CSV UTF-8 first.",
} as const;
