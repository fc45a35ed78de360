import { expect, test } from "vitest";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { PLAN } from "../../../../tests/support/catalogue.ts";
import { dashboardViewOf } from "./dashboard-view.ts";

const ACTIVE: UserSubscription = {
  subscription_id: "sub_1",
  price_id: PLAN.starter.priceId,
  subscription_status: "active",
  current_period_end: 1_798_000_000,
  plan_name: "Starter Package",
  payment_method_brand: null,
  payment_method_last4: null,
  cancel_at_period_end: false,
};
const BRIEF: BriefResponse = {
  version: 1,
  revision: 0,
  answers: NO_ANSWERS,
  submittedAt: null,
  approvers: [],
  canChange: true,
};
const WAITING = { state: "waiting" } as CalendarPost;

const view = (read: Partial<Parameters<typeof dashboardViewOf>[0]>) =>
  dashboardViewOf({
    subscription: ACTIVE,
    details: null,
    posts: [],
    brief: BRIEF,
    unclaimed: [],
    ...read,
  });

test("brief that was never sent: comes first, until posts wait for a decision", () => {
  expect(view({})).toMatchObject({ isBriefFirst: true, main: "brief" });
  expect(view({ posts: [WAITING] })).toMatchObject({ isBriefFirst: false, main: "approve" });
});

test("payment past due: is the main action, but not of a subscription that ends without it", () => {
  const subscription: UserSubscription = { ...ACTIVE, subscription_status: "past_due" };
  expect(view({ subscription })).toMatchObject({ isPastDueShown: true, main: "pay" });
  const ending = { ...subscription, cancel_at_period_end: true };
  expect(view({ subscription: ending })).toMatchObject({ isPastDueShown: false, main: "brief" });
  const kept: UserSubscription = { ...ACTIVE, cancel_at_period_end: true };
  expect(view({ subscription: kept })).toMatchObject({
    isEndingShown: true,
    isBriefFirst: false,
    main: "keep",
  });
});

test("subscription that has ended: comes before the week, whatever was posted", () => {
  const subscription: UserSubscription = { ...ACTIVE, subscription_status: "canceled" };
  const posts = [{ state: "published" } as CalendarPost];
  expect(view({ subscription, posts })).toMatchObject({ hasContent: false });
});

test.each([
  ["none", null, { hasContent: false, main: "plan" }],
  ["one that has ended", { ...ACTIVE, subscription_status: "canceled" }, { main: "plan" }],
  ["one that could not be read", undefined, { hasContent: false, main: null }],
  ["one in service", ACTIVE, { hasContent: true, main: null }],
] as const)("subscription, %s: %j", (_, subscription, expected) => {
  expect(view({ subscription, brief: undefined })).toMatchObject(expected);
});
