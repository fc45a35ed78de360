import type { WeekCounts } from "#db/ops/list-weekly-figures.ts";

export type WeekFigures = WeekCounts & {
  /** At its end, or now. */
  monthlyPence: number;
  customers: number;
  /** Those who ended of those who were there when it began; null when nobody was. */
  churn: number | null;
};

/** Counts back from now: a subscription counts from its start to its end, with its items of today. */
export function weeklyFigures(
  weeks: readonly WeekCounts[],
  now: { monthlyPence: number; customers: number },
): WeekFigures[] {
  let { monthlyPence, customers } = now;
  return weeks
    .toReversed()
    .map((week) => {
      const atEnd = { monthlyPence, customers };
      monthlyPence += week.endedPence - week.startedPence;
      customers += week.ended - week.started;
      return { ...week, ...atEnd, churn: customers > 0 ? week.ended / customers : null };
    })
    .toReversed();
}
