import { expect, test } from "vitest";
import { ADDON, DEAREST_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import type { Platform } from "./brief-answers.ts";
import {
  allowanceOn,
  billingMonthOf,
  checkPosts,
  type ContentPlan,
  type HeldPlan,
} from "./check-posts.ts";

const { starter: STARTER, plus: PLUS } = PLAN;
const CHANNEL = ADDON.channel;
const TODAY = "2026-11-28";

const itemsOf = (...priceIds: string[]) => priceIds.map((priceId) => ({ priceId, quantity: 1 }));

const HELD: HeldPlan = {
  status: "active",
  items: itemsOf(STARTER.priceId),
  scheduled: null,
  endsAt: null,
  anchorAt: "2026-10-28T09:30:00.000Z",
};

let made = 0;
const postOn = (
  plannedOn: string,
  platforms: readonly Platform[] = ["facebook"],
  time = "18:00",
) => ({
  id: `pst_${++made}`,
  format: "post" as const,
  text: "Figs.",
  platforms,
  plannedOn,
  plannedTime: time,
});

const many = (count: number, day: string) =>
  Array.from({ length: count }, (_, hour) =>
    postOn(day, ["facebook"], `${String(hour % 24).padStart(2, "0")}:${hour < 24 ? "00" : "30"}`),
  );

test.for([
  ["2026-11-28", "2026-10-28T09:30:00Z", "2026-11-28", "2026-12-27"],
  ["2026-11-27", "2026-10-28T09:30:00Z", "2026-10-28", "2026-11-27"],
  ["2026-01-05", "2026-10-28T09:30:00Z", "2025-12-28", "2026-01-27"],
  // Stripe renews on the last day of a month without the 31st.
  ["2027-02-28", "2026-10-31T09:30:00Z", "2027-02-28", "2027-03-30"],
  ["2027-02-27", "2026-10-31T09:30:00Z", "2027-01-31", "2027-02-27"],
  // An hour before midnight in summer is the next day in London.
  ["2026-08-01", "2026-07-31T23:30:00Z", "2026-08-01", "2026-08-31"],
  ["2026-07-31", "2026-07-31T23:30:00Z", "2026-07-01", "2026-07-31"],
] as const)("billing month of %s, renewed since %s", ([day, anchorAt, fromDay, untilDay]) => {
  expect(billingMonthOf(day, anchorAt)).toEqual({ fromDay, untilDay });
});

const DOWNGRADE = { items: itemsOf(STARTER.priceId), at: "2026-12-28T09:30:00.000Z" };

test.for([
  ["the plan of today", HELD, "2026-12-01", 12, 3],
  [
    "the dearest plan",
    { ...HELD, items: itemsOf(DEAREST_PLAN.priceId) },
    "2026-12-01",
    DEAREST_PLAN.postsPerMonth,
    DEAREST_PLAN.platforms,
  ],
  ["an add-on", { ...HELD, items: itemsOf(PLUS.priceId, CHANNEL.priceId) }, "2026-12-01", 20, 4],
  [
    "two Additional Channels",
    { ...HELD, items: [...itemsOf(PLUS.priceId), { priceId: CHANNEL.priceId, quantity: 2 }] },
    "2026-12-01",
    20,
    5,
  ],
  [
    "the day before a downgrade",
    { ...HELD, items: itemsOf(PLUS.priceId, CHANNEL.priceId), scheduled: DOWNGRADE },
    "2026-12-27",
    20,
    4,
  ],
  [
    "the day of a downgrade",
    { ...HELD, items: itemsOf(PLUS.priceId, CHANNEL.priceId), scheduled: DOWNGRADE },
    "2026-12-28",
    12,
    3,
  ],
] as const)("allowance with %s", ([, plan, day, included, platforms]) => {
  expect(allowanceOn(day, [], plan)).toMatchObject({ included, platforms, planned: 0 });
});

test.for([
  ["its end", { ...HELD, endsAt: "2026-12-28T09:30:00.000Z" }],
  ["a plan of the catalogue", { ...HELD, items: [{ priceId: null, quantity: 1 }] }],
] as const)("allowance after or without %s: none", ([, plan]) => {
  expect(allowanceOn("2026-12-28", [], plan)).toBe(null);
});

const said = (
  plan: ContentPlan,
  posts: ReturnType<typeof many>,
  planned: ReturnType<typeof many> = [],
) => checkPosts({ posts, planned, plan, today: TODAY }).together.map(({ text }) => text);

const OVER =
  "13 of 12 posts from 28 November to 27 December 2026 (Starter Package). The customer is not charged for more.";

test("posts up to the plan's: nothing said; one more: said, in its billing month", () => {
  const eleven = many(11, "2026-12-10");
  expect(said(HELD, [postOn("2026-12-27")], eleven)).toEqual([]);
  expect(said(HELD, [postOn("2026-12-27"), postOn("2026-11-28")], eleven)).toEqual([OVER]);
  expect(said(HELD, [postOn("2026-12-27"), postOn("2026-12-28")], eleven)).toEqual([]);
});

test("posts in a month after a booked downgrade: counted against the smaller plan", () => {
  const plan = { ...HELD, items: itemsOf(PLUS.priceId), scheduled: DOWNGRADE };
  expect(said(plan, many(15, "2027-01-10"))[0]).toMatch(/^15 of 12 .*\(Starter Package\)/);
  expect(said(plan, many(15, "2026-12-10"))).toEqual([]);
});

test("post that is changed: counted once", () => {
  const twelve = many(12, "2026-12-10");
  expect(said(HELD, twelve.slice(0, 1), twelve)).toEqual([]);
});

test("platforms beyond the plan's: said of the first post that adds one", () => {
  const three = [postOn("2026-12-01", ["instagram", "facebook"]), postOn("2026-12-02", ["x"])];
  expect(said(HELD, three)).toEqual([]);
  const fourth = postOn("2026-12-03", ["tiktok"]);
  expect(said(HELD, [fourth], three)).toEqual([
    "4 of 3 platforms from 28 November to 27 December 2026: Instagram, Facebook, TikTok, X.",
  ]);
  expect(said(HELD, [postOn("2026-12-04", ["tiktok"])], [...three, fourth])).toEqual([]);
  const more = { ...HELD, items: itemsOf(STARTER.priceId, CHANNEL.priceId) };
  expect(said(more, [fourth], three)).toEqual([]);
});

test.for(["past_due", "unpaid"] as const)("subscription %s: said", (status) => {
  expect(said({ ...HELD, status }, [postOn("2026-12-01")])).toEqual(["A payment is overdue."]);
});

test("free trial: three posts or one reel", () => {
  const three = many(3, "2026-12-01");
  expect(said("trial", three)).toEqual([]);
  expect(said("trial", [postOn("2026-12-02")], three)).toEqual([
    "4 posts in the free trial, which has 3 posts or 1 reel.",
  ]);
});

test("customer without a subscription: nothing to count", () => {
  expect(said(null, many(40, "2026-12-01"))).toEqual([]);
});

test.for([
  ["an ordinary day", "2026-12-03", []],
  ["a bank holiday", "2026-12-25", ["note: A bank holiday."]],
  ["the day before the end", "2027-01-27", []],
  ["the day of the end", "2027-01-28", ["tick: The subscription ends on Thursday 28 January."]],
  [
    "ten years later",
    "2036-12-03",
    ["tick: The subscription ends on Thursday 28 January.", "note: More than half a year away."],
  ],
] as const)("post on %s", ([, day, texts]) => {
  const post = postOn(day);
  const plan = { ...HELD, endsAt: "2027-01-28T09:30:00.000Z" };
  const { byPost } = checkPosts({ posts: [post], planned: [], plan, today: TODAY });
  expect(byPost.get(post.id)?.map(({ level, text }) => `${level}: ${text}`)).toEqual(texts);
});

test.for([
  ["the same minute", "18:00", ["facebook"], 1],
  ["59 minutes later", "18:59", ["facebook"], 1],
  ["an hour later", "19:00", ["facebook"], 0],
  ["another platform", "18:00", ["x"], 0],
] as const)("another post, %s", ([, time, platforms, count]) => {
  const post = postOn("2026-12-03");
  const other = postOn("2026-12-03", platforms, time);
  const notes = (posts: (typeof post)[], planned: (typeof post)[]) =>
    checkPosts({ posts, planned, plan: HELD, today: TODAY })
      .byPost.get(post.id)
      ?.map(({ text }) => text);
  const expected = Array.from(
    { length: count },
    () => "Another post for Facebook is planned within the hour.",
  );
  expect(notes([post], [other])).toEqual(expected);
  expect(notes([post, other], [])).toEqual(expected);
});

test("problems of a network: with those of the plan", () => {
  const post = { ...postOn("2026-12-03", ["x"]), text: "a".repeat(281) };
  const { byPost } = checkPosts({ posts: [post], planned: [], plan: HELD, today: TODAY });
  expect(byPost.get(post.id)).toEqual([expect.objectContaining({ level: "error", platform: "x" })]);
});
