import { expect, test } from "vitest";
import { bestFigureLabels } from "../messages/reports.ts";
import {
  barsOf,
  bestFigures,
  changeOf,
  isFigure,
  monthsOf,
  type PlatformFigures,
} from "./report-figures.ts";
import { periodLabel } from "./report-period.ts";

test.for([
  ["2026-11-01", "2026-11-30", "1 to 30 November 2026"],
  ["2026-11-15", "2026-12-14", "15 November to 14 December 2026"],
  ["2026-12-15", "2027-01-13", "15 December 2026 to 13 January 2027"],
] as const)("period from %s until %s: %s", ([fromDay, untilDay, label]) => {
  expect(periodLabel({ fromDay, untilDay })).toBe(label);
});

test.for([
  ["growth in per cent", 150, 100, { by: 50, unit: "percent" }],
  ["a fall in per cent", 75, 100, { by: -25, unit: "percent" }],
  ["few before: a count", 90, 29, { by: 61, unit: "count" }],
  ["few now: a count", 29, 90, { by: -61, unit: "count" }],
  ["thirty of each: per cent", 30, 30, { by: 0, unit: "percent" }],
  ["nothing before: a count", 40, 0, { by: 40, unit: "count" }],
  ["followers lost: a count", -5, 12, { by: -17, unit: "count" }],
  ["not known now", null, 100, null],
  ["not known before", 100, null, null],
] as const)("change of a figure, %s", ([, value, previous, change]) => {
  expect(changeOf({ value, previous })).toEqual(change);
});

test.for([
  ["the longer one is full", 50, 200, { value: 25, previous: 100 }],
  ["one alone: none, it would be full whatever it counts", 8, null, null],
  ["zeros: none", 0, 0, null],
  ["unknown: none", null, null, null],
  ["below zero: none", -5, 12, null],
] as const)("bars of a figure: %s", ([, value, previous, bars]) => {
  expect(barsOf({ value, previous })).toEqual(bars);
});

test.for([
  ["views", 0, true],
  ["views", -1, false],
  ["followers", -1, true],
  ["views", 1.5, false],
  ["views", 1_000_000_001, false],
  ["views", Number.NaN, false],
] as const)("%s of %d: a figure is %s", ([metric, value, is]) => {
  expect(isFigure(metric, value)).toBe(is);
});

const of = (platform: "instagram" | "x", ...metrics: PlatformFigures["metrics"]) =>
  ({ platform, source: "An export", days: 30, metrics }) satisfies PlatformFigures;

test("best figures: what grew most first, one of each metric, and nothing that is 0 or unknown", () => {
  const figures = [
    of(
      "instagram",
      { metric: "reach", value: 12_400, previous: 9_920 },
      { metric: "views", value: 90_000, previous: 95_000 },
      { metric: "link_clicks", value: 25, previous: 20 },
      { metric: "followers", value: -3, previous: 4 },
    ),
    of(
      "x",
      { metric: "link_clicks", value: 4, previous: 3 },
      { metric: "impressions", value: null, previous: 10 },
      { metric: "interactions", value: 0, previous: 0 },
    ),
  ];
  expect(bestFigures(figures, 4).map(bestFigureLabels)).toEqual([
    { name: "People reached on Instagram", value: "12,400, up 25%" },
    { name: "Link clicks on Instagram", value: "25, up 5" },
    { name: "Views on Instagram", value: "90,000" },
  ]);
  expect(bestFigures(figures, 1)).toHaveLength(1);
  expect(bestFigures([], 4)).toEqual([]);
});

test("months of a figure: three, as each report tells of the one before it; unknown ones are left out", () => {
  const figure = { platform: "x", metric: "views", value: 30, previous: 20 } as const;
  const month = (value: number | null, previous: number | null = null) => [
    of("x", { metric: "views", value, previous }),
  ];
  expect(monthsOf(figure, [])).toEqual([20, 30]);
  expect(monthsOf({ ...figure, previous: null }, [])).toEqual([30]);
  expect(monthsOf(figure, [month(20, 12)])).toEqual([12, 20, 30]);
  expect(monthsOf(figure, [month(10, 5), month(20)])).toEqual([10, 20, 30]);
  expect(monthsOf(figure, [month(21)])).toEqual([20, 30]);
  expect(monthsOf({ ...figure, previous: null }, [month(21)])).toEqual([21, 30]);
  expect(monthsOf(figure, [month(null), month(20)])).toEqual([20, 30]);
  expect(monthsOf(figure, [[of("instagram", figure)], month(20)])).toEqual([20, 30]);
});
