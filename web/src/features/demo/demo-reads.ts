import type { User } from "@supabase/auth-js";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import type {
  CalendarPost,
  CalendarResponse,
  DecisionsRequest,
  DecisionsResponse,
} from "#contracts/api/content/calendar.ts";
import { QUIET_SUBSCRIPTION } from "#contracts/api/quiet-subscription.ts";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { CHEAPEST_PLAN, nextPlanDown, nextPlanUp } from "#contracts/billing/plans.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { DEMO_CUSTOMER, DEMO_MANAGER, DEMO_SUBSCRIPTION } from "../../content/demo-account.ts";
import { postPicture } from "./post-picture.ts";

/** Its neighbours are for sale, so both ways to change the plan are open. */
const { priceId } =
  PLANS.find((plan) => nextPlanUp(plan) !== null && nextPlanDown(plan) !== null) ?? CHEAPEST_PLAN;

/** Day, hour, state, picture, text. What waits is of later weeks, so that a page shows no picture twice. */
const POSTS = [
  ["01", "07:30", "published", "coffee-counter", "First flat white of the day."],
  ["02", "17:30", "approved", "table-for-two", "Thursdays by candlelight: small plates from six."],
  ["03", "18:00", "approved", "cocktail-bar", "One small old-fashioned, one long evening."],
  ["04", "09:00", "changes_requested", "card-reader", "No cash on you? No problem."],
  ["05", "09:30", "approved", "bakery-queue", "The bread we toast comes from two streets away."],
  ["07", "12:00", "approved", "blue-door", "Two steps up, blue door. Dogs go first."],
  ["09", "12:00", "waiting", "fried-egg", "Saturday brunch until three. No bookings, just come."],
  ["11", "17:00", "waiting", "neon", "The sign is on. Come in from the rain."],
  ["15", "08:30", "waiting", "parcel", "Our beans by post, in time for Christmas."],
  ["18", "17:30", "waiting", "disco-ball", "Last Friday before Christmas: the old records."],
  ["22", "08:00", "waiting", "keys", "We close from the 24th to the 27th."],
] as const;

const BY_CUSTOMER = { isYou: true, name: null, via: "calendar" } as const;

/** What the API would answer for a customer who does not exist. */
export function demoReads() {
  const nextBillingAt = Date.parse(DEMO_SUBSCRIPTION.nextBillingOn) / 1_000;
  const [firstName, lastName] = DEMO_CUSTOMER.name.split(" ");
  const user: User = {
    id: "demo",
    aud: "authenticated",
    email: DEMO_CUSTOMER.email,
    app_metadata: {},
    user_metadata: { first_name: firstName, last_name: lastName },
    created_at: DEMO_CUSTOMER.memberSince,
  };
  const item = {
    price_id: priceId,
    name: DEMO_SUBSCRIPTION.plan,
    amount_pence: DEMO_SUBSCRIPTION.pricePence,
    quantity: 1,
  };
  const subscription: UserSubscription = {
    subscription_id: "demo",
    price_id: priceId,
    plan_name: DEMO_SUBSCRIPTION.plan,
    subscription_status: "active",
    current_period_end: nextBillingAt,
    payment_method_brand: DEMO_SUBSCRIPTION.cardBrand,
    payment_method_last4: DEMO_SUBSCRIPTION.cardLast4,
    cancel_at_period_end: false,
  };
  const details: SubscriptionDetails = {
    ...QUIET_SUBSCRIPTION,
    subscription_id: "demo",
    price_id: priceId,
    current_period_end: nextBillingAt,
    items: [item],
    payments: [{ at: nextBillingAt, pence: item.amount_pence }],
    account_manager: { ...DEMO_MANAGER, photo: null, whatsApp: null },
    has_report: true,
    report_figure: { name: "People reached on Instagram", value: "4,120, up 12%" },
  };
  const orders = ["2026-11-14", "2026-10-14"].map((day, index): UserOrder => ({
    order_id: `demo-${index}`,
    order_number: `TP-${String(2611 - index)}`,
    order_lines: [`1 × ${DEMO_SUBSCRIPTION.plan}`],
    order_status: "completed",
    order_date: day,
    amount_total: item.amount_pence,
    amount_collected: item.amount_pence,
    amount_refunded: 0,
    credit_notes: [],
    currency: "gbp",
    dispute: null,
  }));
  const calendar: CalendarResponse = {
    posts: POSTS.map(([day, plannedTime, state, picture, text], index): CalendarPost => {
      const media = postPicture(picture);
      return {
        id: `demo-${index}`,
        version: 1,
        contentHash: "",
        format: "post",
        text,
        texts: {},
        firstComment: null,
        platforms: ["instagram", "facebook"],
        plannedOn: `2026-12-${day}`,
        plannedTime,
        state,
        words: state === "changes_requested" ? "Please show the counter as well." : null,
        decidedBy: state === "waiting" ? null : BY_CUSTOMER,
        media: media === null ? [] : [media],
        publications: [],
        scheduled: [],
        isStopping: false,
        comments: 0,
        previous: null,
      };
    }),
    businessName: DEMO_CUSTOMER.business,
    accountManager: details.account_manager,
  };
  const brief: BriefResponse = {
    version: 2,
    revision: 0,
    answers: NO_ANSWERS,
    submittedAt: user.created_at,
    approvers: [],
    canChange: true,
  };
  return { user, subscription, details, orders, calendar, brief };
}

/** Decides as the API would, for as long as the page is open. */
export function decideHere(calendar: CalendarResponse) {
  let { posts } = calendar;
  return async (body: DecisionsRequest): Promise<DecisionsResponse> => {
    const ids = body.posts.map(({ postId }) => postId);
    const words = "words" in body ? body.words : null;
    const state =
      words !== null ? "changes_requested" : body.decision === "approved" ? "approved" : "waiting";
    const decidedBy = state === "waiting" ? null : BY_CUSTOMER;
    posts = posts.map((post) =>
      ids.includes(post.id) ? { ...post, state, words, decidedBy } : post,
    );
    return { ...calendar, posts, outcomes: ids.map((postId) => ({ postId, outcome: "decided" })) };
  };
}
