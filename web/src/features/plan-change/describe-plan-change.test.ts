import { expect, test } from "vitest";
import { ADDON, PLAN, PLAN_STEPS } from "../../../../tests/support/catalogue.ts";
import {
  changeLines,
  changeTitle,
  confirmLabel,
  isNextPaymentReduced,
  servicesLost,
} from "./describe-plan-change.ts";

const [starter, plus] = [PLAN.starter.priceId, PLAN.plus.priceId];
const [channel, community] = [ADDON.channel.priceId, ADDON.community.priceId];
/** 20 December 2026, in London. */
const DECEMBER = Date.UTC(2026, 11, 20, 10) / 1_000;

test.each([
  ["upgrade", [starter], [plus], "Upgrade to the Plus Package"],
  ["upgrade", [starter], [plus, channel], "Upgrade to the Plus Package"],
  ["downgrade", [plus], [starter], "Downgrade to the Starter Package"],
  ["add", [plus], [plus, channel], "Add Additional Channel"],
  [
    "remove",
    [plus, channel, community],
    [plus],
    "Remove Additional Channel, Community Management & Engagement",
  ],
] as const)("title of %s", (direction, from, to, title) => {
  expect(changeTitle({ direction, from: [...from], to: [...to], names: {} })).toBe(title);
});

test("lines: removed before added, plans before add-ons", () => {
  const lines = changeLines({
    from: [starter, channel],
    to: [plus, channel, community],
    names: {},
  });
  expect(lines.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    "Starter Package: goes",
    "Plus Package: comes",
    "Additional Channel: stays",
    "Community Management & Engagement: comes",
  ]);
});

test.each(PLAN_STEPS)("services lost from $to.name to $from.name, not back", ({ from, to }) => {
  const own = to.services.filter((service) => !from.services.includes(service));
  expect(servicesLost({ from: [to.priceId, channel], to: [from.priceId] })).toEqual(own);
  expect(servicesLost({ from: [from.priceId], to: [to.priceId, channel] })).toEqual([]);
});

test("two of a plan: the line says so", () => {
  const names = { [starter]: "2 × Starter Package", [plus]: "2 × Plus Package" };
  expect(changeLines({ from: [starter], to: [plus], names }).map(({ name }) => name)).toEqual([
    "2 × Starter Package",
    "2 × Plus Package",
  ]);
});

test.each([
  ["upgrade", "now", 39_00, "Pay £39.00 now and upgrade"],
  ["add", "now", 3_27, "Pay £3.27 now and add"],
  // Credit, or a running trial.
  ["upgrade", "now", 0, "Upgrade now"],
  ["add", "now", 0, "Add it now"],
  ["downgrade", "period_end", 0, "Change on 20 December"],
  ["remove", "period_end", 0, "Remove on 20 December"],
] as const)(
  "button of %s %s at %d: names the payment and the sum",
  (direction, when, pence, label) => {
    expect(
      confirmLabel({ direction, when, due_today_pence: pence, next_payment_at: DECEMBER }),
    ).toBe(label);
  },
);

test.each([
  [224_00, false],
  [179_20, true],
])("lines of £175.00 and £49.00, %d pence a month: reduced is %s", (pence, is) => {
  const prices = { plan: 175_00, gone: 9_99 };
  const others = [{ name: "Website care", pence: 49_00 }];
  expect(isNextPaymentReduced({ to: ["plan"], prices, others, next_payment_pence: pence })).toBe(
    is,
  );
});
