import type { PlanChangePreview } from "#contracts/api/plan-change.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatDayOfYear, isoOf } from "../../lib/dates.ts";
import { nameOf } from "./price-names.ts";

type Change = Pick<
  PlanChangePreview,
  "direction" | "when" | "due_today_pence" | "next_payment_at" | "from" | "to"
>;

export type Line = {
  readonly name: string;
  readonly priceId: string;
  readonly kind: "stays" | "comes" | "goes";
};

export function changeLines({ from, to }: Pick<PlanChangePreview, "from" | "to">): readonly Line[] {
  const [plan, ...addons] = from;
  const [nextPlan, ...nextAddons] = to;
  return [
    ...compare(plan === undefined ? [] : [plan], nextPlan === undefined ? [] : [nextPlan]),
    ...compare(addons, nextAddons),
  ];
}

function compare(from: readonly string[], to: readonly string[]): readonly Line[] {
  const line = (priceId: string, kind: Line["kind"]): Line => ({
    priceId,
    name: nameOf(priceId),
    kind,
  });
  return [
    ...from.map((priceId) => line(priceId, to.includes(priceId) ? "stays" : "goes")),
    ...to.filter((priceId) => !from.includes(priceId)).map((priceId) => line(priceId, "comes")),
  ];
}

/** The lines show prices before discounts and credit. */
export function isNextPaymentReduced({
  to,
  prices,
  next_payment_pence: pence,
}: Pick<PlanChangePreview, "to" | "prices" | "next_payment_pence">): boolean {
  return pence < to.reduce((sum, priceId) => sum + (prices[priceId] ?? 0), 0);
}

export function changeTitle(change: Pick<Change, "direction" | "from" | "to">): string {
  const lines = changeLines(change);
  const plan = nameOf(change.to[0] ?? "");
  switch (change.direction) {
    case "upgrade":
      return `Upgrade to the ${plan}`;
    case "downgrade":
      return `Downgrade to the ${plan}`;
    case "add":
      return `Add ${namesOf(lines, "comes")}`;
    case "remove":
      return `Remove ${namesOf(lines, "goes")}`;
  }
}

export function confirmLabel(change: Omit<Change, "from" | "to">): string {
  if (change.when === "period_end") {
    const day = formatDayOfYear(isoOf(change.next_payment_at));
    return change.direction === "remove" ? `Remove on ${day}` : `Change on ${day}`;
  }
  const verb = change.direction === "add" ? "add" : "upgrade";
  if (change.due_today_pence > 0) return `Pay ${formatGbp(change.due_today_pence)} now and ${verb}`;
  return change.direction === "add" ? "Add it now" : "Upgrade now";
}

function namesOf(lines: readonly Line[], kind: Line["kind"]): string {
  return lines
    .filter((line) => line.kind === kind)
    .map(({ name }) => name)
    .join(", ");
}
