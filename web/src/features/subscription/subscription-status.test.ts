import { describe, expect, test } from "vitest";
import { PLAN } from "../../../../tests/support/catalogue.ts";
import {
  areAddonsOffered,
  badgeOf,
  hasAccountManager,
  hasEverSubscribed,
  isChangeable,
  isCustomer,
  hasPaymentDue,
  isServiceActive,
  isUpgradePromoted,
  PROMOTED_UPGRADE,
  statusViewOf,
} from "./subscription-status.ts";

const { plus } = PLAN;
const below = PROMOTED_UPGRADE?.from ?? PLAN.starter;
const hasManager = below.showsAccountManager;
const statusView = (status: string | null, priceId: string | null = plus.priceId) => ({
  status,
  priceId,
  isEnding: false,
  hasPendingUpdate: false,
  needsCard: false,
  handChange: null,
});

test("no row: no subscription", () => {
  expect(hasEverSubscribed(statusViewOf(null))).toBe(false);
});

test.each([
  { status: null, has: false, owes: false, customer: false },
  { status: "not_started", has: false, owes: false, customer: false },
  { status: "active", has: true, owes: false, customer: true, label: "Active" },
  { status: "trialing", has: true, owes: false, customer: true, label: "Active" },
  { status: "past_due", has: true, owes: true, customer: false, label: "past_due" },
  { status: "unpaid", has: true, owes: true, customer: false, label: "unpaid" },
  { status: "incomplete", has: true, owes: true, customer: false, label: "incomplete" },
  { status: "paused", has: true, owes: false, customer: false, label: "paused" },
  { status: "canceled", has: true, owes: false, customer: false, label: "canceled" },
  { status: "one_of_tomorrow", has: true, owes: false, customer: false, label: "one_of_tomorrow" },
])("status $status: subscription, dunning and badge", ({ status, has, owes, customer, label }) => {
  const own = statusView(status);
  expect(hasEverSubscribed(own)).toBe(has);
  expect(hasPaymentDue(own)).toBe(owes);
  expect(isCustomer(own, [])).toBe(customer);
  expect(isServiceActive(own)).toBe(customer || status === "past_due");
  expect(areAddonsOffered(own, true)).toBe(customer);
  expect(areAddonsOffered(own, false)).toBe(false);
  if (label !== undefined) {
    expect(badgeOf(own)).toEqual({ tone: customer ? "good" : "waiting", label });
  }
});

describe("current or former customer", () => {
  test.each([
    { orders: ["completed"], is: true },
    { orders: ["pending", "completed"], is: true },
    { orders: ["pending", "void", "uncollectible"], is: false },
    { orders: [], is: false },
  ] as const)("without an open subscription: by orders $orders", ({ orders, is }) => {
    const rows = orders.map((order_status) => ({ order_status }));
    expect(isCustomer(statusView("canceled"), rows)).toBe(is);
    expect(isCustomer(statusViewOf(null), rows)).toBe(is);
  });
});

test.each([
  { plan: below.priceId, status: "active", manager: hasManager, promoted: true },
  { plan: below.priceId, status: "past_due", manager: hasManager, promoted: false },
  { plan: plus.priceId, status: "active", manager: true, promoted: false },
  { plan: plus.priceId, status: "past_due", manager: true, promoted: false },
  { plan: plus.priceId, status: "canceled", manager: false, promoted: false },
  { plan: plus.priceId, status: "trialing", manager: true, promoted: false },
  { plan: plus.priceId, status: "incomplete", manager: false, promoted: false },
  { plan: null, status: "active", manager: false, promoted: false },
  { plan: null, status: null, manager: false, promoted: false },
])(
  "plan $plan, status $status: account manager and upgrade promotion",
  ({ plan, status, manager, promoted }) => {
    expect(hasAccountManager(statusView(status, plan))).toBe(manager);
    expect(isUpgradePromoted(statusView(status, plan))).toBe(promoted);
  },
);

describe("isChangeable", () => {
  const row = {
    subscription_id: "sub_1",
    price_id: below.priceId,
    plan_name: below.name,
    subscription_status: "active",
    current_period_end: 1,
    payment_method_brand: null,
    payment_method_last4: null,
    cancel_at_period_end: false,
  } as const;
  const NOTHING_PENDING = {
    ends_at: null,
    awaiting: null,
    needs_card: false,
    collection: "usual",
    cadence: { interval: "month", count: 1 },
    is_invoiced: false,
  } as const;
  const awaiting = { names: plus.name, expires_at: 1 };

  test.each([
    { what: "active, details loading", of: row, details: null, can: true },
    { what: "active", of: row, details: NOTHING_PENDING, can: true },
    {
      what: "ending, details loading",
      of: { ...row, cancel_at_period_end: true },
      details: null,
      can: false,
    },
    // The details are newer than the row.
    {
      what: "ending by the row, not by the details",
      of: { ...row, cancel_at_period_end: true },
      details: NOTHING_PENDING,
      can: true,
    },
    { what: "ending", of: row, details: { ...NOTHING_PENDING, ends_at: 1 }, can: false },
    {
      what: "with a change that awaits payment",
      of: row,
      details: { ...NOTHING_PENDING, awaiting },
      can: false,
    },
    {
      what: "without a card",
      of: row,
      details: { ...NOTHING_PENDING, needs_card: true },
      can: false,
    },
    {
      what: "past due",
      of: { ...row, subscription_status: "past_due" } as const,
      details: null,
      can: false,
    },
    {
      what: "whose payments are paused",
      of: row,
      details: { ...NOTHING_PENDING, collection: "paused" } as const,
      can: false,
    },
    {
      what: "in another currency",
      of: row,
      details: { ...NOTHING_PENDING, collection: "unknown" } as const,
      can: false,
    },
    {
      what: "paid once a year",
      of: row,
      details: { ...NOTHING_PENDING, cadence: { interval: "year", count: 1 } } as const,
      can: false,
    },
    {
      what: "paid by invoice",
      of: row,
      details: { ...NOTHING_PENDING, is_invoiced: true } as const,
      can: false,
    },
    { what: "none", of: null, details: null, can: false },
  ])("subscription $what: changeable is $can", ({ of, details, can }) => {
    const own = statusViewOf(of, details);
    expect(isChangeable(own)).toBe(can);
    expect(areAddonsOffered(own, true)).toBe(can);
    expect(isUpgradePromoted(own)).toBe(can);
  });
});
