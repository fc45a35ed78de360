import type { Platform } from "./brief-answers.ts";

export const REPORT_WORDS_MAX = 1_000;
export const FIGURE_SOURCE_MAX = 120;
/** Exports often cover 28 days, a report 30. */
export const FIGURE_DAYS_MAX = 31;
const FIGURE_MAX = 1_000_000_000;

export const METRICS = {
  reach: "People reached",
  viewers: "Viewers",
  views: "Views",
  impressions: "Impressions",
  interactions: "Interactions",
  likes: "Likes",
  reactions: "Reactions",
  comments: "Comments",
  shares: "Shares",
  reposts: "Reposts",
  saves_and_shares: "Saves and shares",
  profile_visits: "Profile visits",
  link_clicks: "Link clicks",
  clicks: "Clicks",
  messages: "Messages",
  followers: "Change in followers",
} as const;
export type Metric = keyof typeof METRICS;

/** The metrics that a platform counts for a single post. Profile visits and followers belong to the whole profile. */
export const POST_METRICS = [
  "reach",
  "viewers",
  "views",
  "impressions",
  "interactions",
  "likes",
  "reactions",
  "comments",
  "shares",
  "reposts",
  "saves_and_shares",
  "link_clicks",
  "clicks",
] as const satisfies readonly Metric[];
export type PostMetric = (typeof POST_METRICS)[number];

/** A platform's views and another one's impressions are different metrics. */
export const PLATFORM_METRICS = {
  instagram: [
    "reach",
    "views",
    "interactions",
    "saves_and_shares",
    "profile_visits",
    "link_clicks",
    "followers",
  ],
  facebook: ["views", "viewers", "interactions", "link_clicks", "messages", "followers"],
  tiktok: ["views", "profile_visits", "likes", "comments", "shares", "followers"],
  linkedin: ["impressions", "reactions", "comments", "reposts", "clicks", "followers"],
  x: ["impressions", "interactions", "link_clicks", "followers"],
} as const satisfies Readonly<Record<Platform, readonly Metric[]>>;

/** Null when it is not known, which is not 0. */
export type FigureValues = {
  readonly value: number | null;
  readonly previous: number | null;
};

export type Figure = FigureValues & { readonly metric: Metric };

/** The post of the period that did best on a platform, by one figure of it. */
export type BestPost = {
  readonly postId: string;
  readonly metric: PostMetric;
  readonly value: number;
};

export type PlatformFigures = {
  readonly platform: Platform;
  /** Where the figures come from, for example `Business Suite export, 3 December`. */
  readonly source: string;
  /** Number of days that the figures cover. */
  readonly days: number;
  readonly metrics: readonly Figure[];
  /** At most one platform has it, when an operator named it. */
  readonly best?: BestPost | undefined;
};

/**
 * A whole number as British people and spreadsheets write it: `12400`, `12,400`, `-3`.
 *
 * @returns null for anything else: `4,5` may be a part, and `12.400` thousands
 */
export function wholeNumber(text: string): number | null {
  const digits = text.trim().replaceAll(/(?<=\d)[,\s](?=\d{3}(?!\d))/g, "");
  return /^[+-]?\d{1,12}$/.test(digits) ? Number(digits) : null;
}

/** Only a change in followers can be negative. */
export function isFigure(metric: Metric, value: number): boolean {
  return (
    Number.isSafeInteger(value) &&
    Math.abs(value) <= FIGURE_MAX &&
    (value >= 0 || metric === "followers")
  );
}

/** A percentage of a smaller figure exaggerates. */
const PER_CENT_FROM = 30;

type FigureChange = { readonly by: number; readonly unit: "percent" | "count" };

/** @returns null unless both are known */
export function changeOf({ value, previous }: FigureValues): FigureChange | null {
  if (value === null || previous === null) return null;
  const by = value - previous;
  return value < PER_CENT_FROM || previous < PER_CENT_FROM
    ? { by, unit: "count" }
    : { by: Math.round((by / previous) * 100), unit: "percent" };
}

/** Lengths of two bars from 0 to 100, the longer one full. @returns null when there is nothing to draw */
export function barsOf({
  value,
  previous,
}: FigureValues): { value: number; previous: number } | null {
  if (value === null || previous === null) return null;
  const most = Math.max(value, previous);
  // A change in followers below 0 has no length.
  if (most === 0 || Math.min(value, previous) < 0) return null;
  const length = (count: number) => Math.round((count / most) * 100);
  return { value: length(value), previous: length(previous) };
}

const MONTHS_MAX = 3;

/**
 * Lists what a figure was in at most three months, the newest last; unknown values are left out. What a report says of the
 * month before it stands for that month, as in its table.
 *
 * @param earlier figures of the reports before, the older first
 */
export function monthsOf(
  figure: Figure & Pick<PlatformFigures, "platform">,
  earlier: readonly (readonly PlatformFigures[])[],
): number[] {
  const reports = earlier.map((figures) =>
    figures
      .find(({ platform }) => platform === figure.platform)
      ?.metrics.find(({ metric }) => metric === figure.metric),
  );
  const values = [undefined, ...reports, figure].map(
    (report, index, all) => all[index + 1]?.previous ?? report?.value ?? null,
  );
  return values.slice(-MONTHS_MAX).filter((value) => value !== null);
}

/** @returns null when no platform names one */
export function bestPostOf(
  figures: readonly PlatformFigures[],
): (BestPost & Pick<PlatformFigures, "platform">) | null {
  const [best] = figures.flatMap(({ platform, best }) => (best ? [{ ...best, platform }] : []));
  return best ?? null;
}

export type BestFigure = Figure & { readonly value: number; readonly platform: Platform };

/** Figures that grew by a percentage rank first, then those that grew by a count, then all others. */
function rankOf(figure: Figure): readonly [kind: number, by: number] {
  const change = changeOf(figure);
  if (change === null || change.by <= 0) return [0, figure.value ?? 0];
  return [change.unit === "percent" ? 2 : 1, change.by];
}

/** The figures to begin with, the one that grew most first; one of each metric, and no zeros. */
export function bestFigures(figures: readonly PlatformFigures[], most: number): BestFigure[] {
  const ranked = figures
    .flatMap(({ platform, metrics }) => metrics.map((figure) => ({ ...figure, platform })))
    .filter((figure): figure is BestFigure => figure.value !== null && figure.value > 0)
    .map((figure) => ({ figure, rank: rankOf(figure) }))
    .toSorted(({ rank: [kind, by] }, { rank: [otherKind, otherBy] }) =>
      kind === otherKind ? otherBy - by : otherKind - kind,
    );
  const seen = new Set<Metric>();
  return ranked
    .map(({ figure }) => figure)
    .filter(({ metric }) => !seen.has(metric) && seen.add(metric))
    .slice(0, most);
}
