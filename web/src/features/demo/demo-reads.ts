import type { User } from "@supabase/auth-js";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import type { CalendarPost, CalendarResponse } from "#contracts/api/content/calendar.ts";
import { QUIET_SUBSCRIPTION } from "#contracts/api/quiet-subscription.ts";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { CHEAPEST_PLAN, nextPlanDown, nextPlanUp } from "#contracts/billing/plans.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { TERMS } from "#contracts/terms.ts";
import { findPicture } from "../../art/find-picture.ts";
import { DEMO_CUSTOMER, DEMO_MANAGER, DEMO_SUBSCRIPTION } from "../../content/demo-account.ts";
import { londonDay } from "../calendar/group-posts.ts";

/** Its neighbours are for sale, so both ways to change the plan are open. */
const { priceId } =
  PLANS.find((plan) => nextPlanUp(plan) !== null && nextPlanDown(plan) !== null) ?? CHEAPEST_PLAN;

/** Days from today, hour, state, picture or none, text. */
const POSTS = [
  [
    1,
    "08:30",
    "approved",
    "coffee-counter",
    "First flat white of the day is on the slow morning. See you at seven.",
  ],
  [2, "18:00", "waiting", "fried-egg", "Saturday brunch until three. No bookings, just come."],
  [3, "12:00", "approved", "bakery-queue", "The bread we toast comes from two streets away."],
  [5, "17:30", "waiting", "table-for-two", "Thursdays by candlelight: small plates from six."],
  [6, "09:00", "changes_requested", "", "No cash on you? No problem."],
] as const;

/** What the API would answer for a customer who does not exist. @param now milliseconds since the epoch */
export function demoReads(now: number) {
  const day = (days: number) => londonDay(now + days * DAY_MS);
  const seconds = (days: number) => Math.floor((now + days * DAY_MS) / 1_000);
  const [firstName, lastName] = DEMO_CUSTOMER.name.split(" ");
  const user: User = {
    id: "demo",
    aud: "authenticated",
    email: DEMO_CUSTOMER.email,
    app_metadata: {},
    user_metadata: { first_name: firstName, last_name: lastName },
    created_at: new Date(now - (8 * TERMS.report.days - 11) * DAY_MS).toISOString(),
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
    current_period_end: seconds(15),
    payment_method_brand: DEMO_SUBSCRIPTION.cardBrand,
    payment_method_last4: DEMO_SUBSCRIPTION.cardLast4,
    cancel_at_period_end: false,
  };
  const details: SubscriptionDetails = {
    ...QUIET_SUBSCRIPTION,
    subscription_id: "demo",
    price_id: priceId,
    current_period_end: seconds(15),
    items: [item],
    payments: [{ at: seconds(15), pence: item.amount_pence }],
    account_manager: { ...DEMO_MANAGER, photo: null, whatsApp: null },
    has_report: true,
    report_figure: { name: "People reached on Instagram", value: "12,400, up 25%" },
  };
  const orders = [-15, -45, -76].map((days, index): UserOrder => ({
    order_id: `demo-${index}`,
    order_number: `TP-${String(2611 - index)}`,
    order_lines: [],
    order_status: "completed",
    order_date: new Date(now + days * DAY_MS).toISOString(),
    amount_total: item.amount_pence,
    amount_collected: item.amount_pence,
    amount_refunded: 0,
    credit_notes: [],
    currency: "gbp",
    dispute: null,
  }));
  const calendar: CalendarResponse = {
    posts: POSTS.map(([days, plannedTime, state, picture, text], index): CalendarPost => {
      const file = findPicture(picture);
      const address = `/assets/${String(file?.name)}-320.avif`;
      return {
        id: `demo-${index}`,
        version: 1,
        contentHash: "",
        format: "post",
        text,
        texts: {},
        firstComment: null,
        platforms: ["instagram", "facebook"],
        plannedOn: day(days),
        plannedTime,
        state,
        words: null,
        decidedBy: null,
        media:
          file === undefined
            ? []
            : [
                {
                  id: picture,
                  kind: "picture",
                  width: 1080,
                  height: file.height,
                  alt: "",
                  thumb: address,
                  small: address,
                  large: address,
                },
              ],
        publications: [],
        scheduled: [],
        isStopping: false,
        comments: 0,
        previous: null,
      };
    }),
    businessName: DEMO_CUSTOMER.business,
    accountManager: null,
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
