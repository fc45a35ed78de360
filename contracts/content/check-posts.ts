import { BANK_HOLIDAYS } from "../bank-holidays.ts";
import { planAmong } from "../billing/plans.ts";
import { dayOf, monthsAfter } from "../billing/renewals.ts";
import type { PricedItem } from "../billing/stripe-state.ts";
import { isPastDueOrUnpaid, type SubscriptionStatus } from "../billing/subscription-status.ts";
import { ADDONS } from "../catalogue.ts";
import { londonTime } from "../due-times.ts";
import { addDays, DAY_MS, HOUR_MS } from "../durations.ts";
import { type Platform, PLATFORM_KEYS, PLATFORMS } from "./brief-answers.ts";
import { dayLabel } from "./planned-label.ts";
import { plannedInstant } from "./planned-time.ts";
import { type CheckedPost, type PostProblem, problemsOf } from "./platforms.ts";
import type { PostContent } from "./posts.ts";
import { periodLabel, type ReportPeriod } from "./report-period.ts";
import { formatsLabel, isOverTrial, TRIAL } from "./trial.ts";

type HeldItem = Pick<PricedItem, "priceId" | "quantity">;

/** The parts of a subscription that decide how many posts it has, and until when. Timestamps are ISO 8601. */
export type HeldPlan = {
  readonly status: SubscriptionStatus;
  readonly items: readonly HeldItem[];
  readonly scheduled: { readonly items: readonly HeldItem[]; readonly at: string } | null;
  /** Null for one that goes on. */
  readonly endsAt: string | null;
  /** Renewals fall on this day of the month. */
  readonly anchorAt: string;
};

/** Null for a customer without a subscription. */
export type ContentPlan = HeldPlan | "trial" | null;

type PlannedPost = Pick<PostContent, "format" | "platforms" | "plannedOn" | "plannedTime"> & {
  readonly id: string;
};

const londonDay = (iso: string) => londonTime(Date.parse(iso)).day;

/**
 * The month that one payment is for: from a renewal to the day before the next. A plan sells its posts by this month, so that each post is of
 * one plan, and the posts of a month are paid for.
 *
 * @param day London date
 * @param anchorAt ISO 8601
 */
export function billingMonthOf(day: string, anchorAt: string): ReportPeriod {
  const anchor = Date.parse(anchorAt) / 1_000;
  const start = (months: number) =>
    londonTime(monthsAfter(anchor, months, dayOf(anchor)) * 1_000).day;
  const [year = 0, month = 0] = day.split("-").map(Number);
  const [anchorYear = 0, anchorMonth = 0] = anchorAt.split("-").map(Number);
  let months = (year - anchorYear) * 12 + month - anchorMonth;
  if (start(months) > day) months -= 1;
  return { fromDay: start(months), untilDay: addDays(start(months + 1), -1) };
}

/** The posts of a billing month, reels included, and what its plan has. */
type Allowance = ReportPeriod & {
  readonly planned: number;
  readonly included: number;
  readonly usedPlatforms: readonly Platform[];
  /** The plan's platforms and the Additional Channels. */
  readonly platforms: number;
  readonly planName: string;
};

const CHANNEL = ADDONS.find(({ id }) => id === "additional-channel")?.priceId;

/**
 * Counts the posts of the billing month that a day is in, against the plan of that month: a booked change counts from its day.
 *
 * @param posts that are not withdrawn
 * @returns null when the subscription has ended by then, or has no plan of the catalogue
 */
export function allowanceOn(
  day: string,
  posts: readonly PlannedPost[],
  { items, scheduled, endsAt, anchorAt }: HeldPlan,
): Allowance | null {
  const month = billingMonthOf(day, anchorAt);
  if (endsAt !== null && londonDay(endsAt) <= month.fromDay) return null;
  const isChanged = scheduled !== null && londonDay(scheduled.at) <= month.fromDay;
  const held = isChanged ? scheduled.items : items;
  const plan = planAmong(held.map(({ priceId }) => priceId));
  if (plan === null) return null;
  const channels = held
    .filter(({ priceId }) => priceId === CHANNEL)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const inMonth = posts.filter(
    ({ plannedOn }) => plannedOn >= month.fromDay && plannedOn <= month.untilDay,
  );
  const used = new Set(inMonth.flatMap(({ platforms }) => platforms));
  return {
    ...month,
    planned: inMonth.length,
    included: plan.postsPerMonth,
    usedPlatforms: PLATFORM_KEYS.filter((platform) => used.has(platform)),
    platforms: plan.platforms + channels,
    planName: plan.name,
  };
}

/** For example `13 of 12 posts from 28 November to 27 December 2026 (Starter Package)`. */
export function allowanceLabel(allowance: Allowance): string {
  const { planned, included, planName } = allowance;
  return `${planned} of ${included} posts from ${periodLabel(allowance)} (${planName})`;
}

export const IN_TRIAL = `${TRIAL.posts} posts or ${TRIAL.reels} reel`;

type CheckedPosts = {
  /** By the id of the post. */
  readonly byPost: ReadonlyMap<string, readonly PostProblem[]>;
  /** These problems are of all posts together, not of one. */
  readonly together: readonly PostProblem[];
};

/**
 * Everything that platforms, plan and calendar say of posts before they are proposed.
 *
 * @param posts to propose, new or changed; without a day, nothing is said of it
 * @param planned the posts of the customer that are not withdrawn; may hold the ones to propose, as they were
 * @param today London date
 */
export function checkPosts({
  posts,
  planned,
  plan,
  today,
}: {
  readonly posts: readonly (CheckedPost & PlannedPost)[];
  readonly planned: readonly PlannedPost[];
  readonly plan: ContentPlan;
  readonly today: string;
}): CheckedPosts {
  const ids = new Set(posts.map(({ id }) => id));
  const others = planned.filter(({ id }) => !ids.has(id));
  const all = [...others, ...posts];
  const endsOn =
    plan === null || plan === "trial" || plan.endsAt === null ? null : londonDay(plan.endsAt);
  return {
    byPost: new Map(
      posts.map((post) => [
        post.id,
        [
          ...problemsOf(post, today),
          ...(endsOn !== null && post.plannedOn >= endsOn
            ? [tick(`The subscription ends on ${dayLabel(endsOn)}.`)]
            : []),
          ...(BANK_HOLIDAYS.has(post.plannedOn) ? [note("A bank holiday.")] : []),
          ...(Date.parse(post.plannedOn) - Date.parse(today) > FAR_DAYS * DAY_MS
            ? [note("More than half a year away.")]
            : []),
          ...sameHour(post, all),
        ],
      ]),
    ),
    together:
      plan === null ? [] : plan === "trial" ? trialTicks(all) : planTicks(posts, others, plan),
  };
}

const FAR_DAYS = 183;

const tick = (text: string): PostProblem => ({ platform: null, level: "tick", text });
const note = (text: string): PostProblem => ({ platform: null, level: "note", text });

function sameHour(post: PlannedPost, all: readonly PlannedPost[]): PostProblem[] {
  const at = instantOf(post);
  const near = all.filter(
    (other) => other.id !== post.id && Math.abs(instantOf(other) - at) < HOUR_MS,
  );
  return post.platforms
    .filter((platform) => near.some((other) => other.platforms.includes(platform)))
    .map((platform) => ({
      platform,
      level: "note",
      text: `Another post for ${PLATFORMS[platform]} is planned within the hour.`,
    }));
}

/** @returns NaN when there is no such time, which is near to nothing */
const instantOf = (post: PlannedPost) => Date.parse(plannedInstant(post) ?? "");

function trialTicks(all: readonly PlannedPost[]): PostProblem[] {
  const formats = all.map(({ format }) => format);
  return isOverTrial(formats)
    ? [tick(`${formatsLabel(formats)} in the free trial, which has ${IN_TRIAL}.`)]
    : [];
}

function planTicks(
  posts: readonly PlannedPost[],
  others: readonly PlannedPost[],
  plan: HeldPlan,
): PostProblem[] {
  const months = new Map(
    posts.flatMap(({ plannedOn }) => {
      if (Number.isNaN(Date.parse(plannedOn))) return [];
      const after = allowanceOn(plannedOn, [...others, ...posts], plan);
      return after === null ? [] : [[after.fromDay, after] as const];
    }),
  );
  const ofMonths = [...months.values()]
    .toSorted((one, other) => one.fromDay.localeCompare(other.fromDay))
    .flatMap((after) => {
      const before = allowanceOn(after.fromDay, others, plan)?.usedPlatforms ?? [];
      const { usedPlatforms: used, platforms } = after;
      const names = used.map((platform) => PLATFORMS[platform]).join(", ");
      return [
        ...(after.planned > after.included
          ? [tick(`${allowanceLabel(after)}. The customer is not charged for more.`)]
          : []),
        ...(used.length > platforms && used.length > before.length
          ? [tick(`${used.length} of ${platforms} platforms from ${periodLabel(after)}: ${names}.`)]
          : []),
      ];
    });
  return isPastDueOrUnpaid(plan.status) ? [tick("A payment is overdue."), ...ofMonths] : ofMonths;
}
