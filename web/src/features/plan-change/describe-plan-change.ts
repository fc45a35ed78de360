import type { PlanChangePreview } from "#contracts/api/plan-change.ts";
import { itemName } from "#contracts/billing/item-names.ts";
import { planAmong } from "#contracts/billing/plans.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatDayOfYear, isoOf } from "../../lib/dates.ts";

type Change = Pick<
  PlanChangePreview,
  "direction" | "when" | "due_today_pence" | "next_payment_at" | "from" | "to" | "names"
>;

export type Line = {
  readonly name: string;
  readonly priceId: string;
  readonly kind: "stays" | "comes" | "goes";
};

export function changeLines({
  from,
  to,
  names,
}: Pick<PlanChangePreview, "from" | "to" | "names">): readonly Line[] {
  const [plan, ...addons] = from;
  const [nextPlan, ...nextAddons] = to;
  return [
    ...compare(plan === undefined ? [] : [plan], nextPlan === undefined ? [] : [nextPlan], names),
    ...compare(addons, nextAddons, names),
  ];
}

function compare(
  from: readonly string[],
  to: readonly string[],
  names: PlanChangePreview["names"],
): readonly Line[] {
  const line = (priceId: string, kind: Line["kind"]): Line => ({
    priceId,
    name: names[priceId] ?? itemName(priceId),
    kind,
  });
  return [
    ...from.map((priceId) => line(priceId, to.includes(priceId) ? "stays" : "goes")),
    ...to.filter((priceId) => !from.includes(priceId)).map((priceId) => line(priceId, "comes")),
  ];
}

/** Services of the plan that the next one lacks. */
export function servicesLost({ from, to }: Pick<PlanChangePreview, "from" | "to">): string[] {
  const kept = new Set(planAmong(to)?.services);
  return planAmong(from)?.services.filter((service) => !kept.has(service)) ?? [];
}

/** The lines show prices before discounts and credit. */
export function isNextPaymentReduced({
  to,
  prices,
  others,
  next_payment_pence: pence,
}: Pick<PlanChangePreview, "to" | "prices" | "others" | "next_payment_pence">): boolean {
  const listed = [...to.map((priceId) => prices[priceId] ?? 0), ...others.map((one) => one.pence)];
  return pence < listed.reduce((sum, one) => sum + one, 0);
}

export function changeTitle(change: Pick<Change, "direction" | "from" | "to" | "names">): string {
  const lines = changeLines(change);
  const plan = itemName(change.to[0] ?? "");
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

export function confirmLabel(change: Omit<Change, "from" | "to" | "names">): string {
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
