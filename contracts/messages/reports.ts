import { PLATFORMS } from "../content/brief-answers.ts";
import {
  type BestFigure,
  type BestPost,
  changeOf,
  type FigureValues,
  METRICS,
  type PlatformFigures,
} from "../content/report-figures.ts";

export const REPORT_MESSAGES = {
  loadFailed: "We couldn’t load your report.",
  linkExpired: "This link no longer opens a report.",
} as const;

let format: Intl.NumberFormat | undefined;

/** `12,400`; a dash when it is not known */
export function figureLabel(value: number | null): string {
  format ??= new Intl.NumberFormat("en-GB");
  return value === null ? "–" : format.format(value).replace("-", "−");
}

/** `up 12%`, `down 5`, `the same`; nothing when one of the two is not known */
export function changeLabel(figure: FigureValues): string {
  const change = changeOf(figure);
  if (change === null) return "";
  if (change.by === 0) return "the same";
  const by = `${figureLabel(Math.abs(change.by))}${change.unit === "percent" ? "%" : ""}`;
  return `${change.by > 0 ? "up" : "down"} ${by}`;
}

/** `3,204 views on Instagram` */
export function bestPostLabel({
  metric,
  value,
  platform,
}: BestPost & Pick<PlatformFigures, "platform">): string {
  return `${figureLabel(value)} ${METRICS[metric].toLowerCase()} on ${PLATFORMS[platform]}`;
}

/** Names what a figure counts and says its value: `People reached on Instagram` and `12,400, up 25%`. */
export function bestFigureLabels(figure: BestFigure): { name: string; value: string } {
  const change = changeLabel(figure);
  const count = figureLabel(figure.value);
  return {
    name: `${METRICS[figure.metric]} on ${PLATFORMS[figure.platform]}`,
    value: change.startsWith("up ") ? `${count}, ${change}` : count,
  };
}
