import { nextPlanDown, shortPlanName } from "#contracts/billing/plans.ts";
import { type Plan, PLANS } from "#contracts/catalogue.ts";
import { TERMS } from "#contracts/terms.ts";

const plans: readonly Plan[] = PLANS;
const popular = plans.find((plan) => plan.popular === true) ?? null;
const below = popular === null ? null : nextPlanDown(popular);

/** The one step up that a dashboard promotes: to the popular plan. */
export const PROMOTED_STEP =
  popular === null || below === null ? null : { from: below, to: popular };

export const DEMO_CUSTOMER = {
  firstName: "Amber",
  name: "Amber Whitlock",
  business: "The Slack Tide Café",
  email: "amber@slacktide.example",
  memberSince: "2026-04-14",
} as const;

export const DEMO_SUBSCRIPTION = {
  plan: "Pro Package",
  pricePence: 197_00,
  nextBillingOn: "2026-12-14",
  cardBrand: "Visa",
  cardLast4: "4242",
} as const;

export const DEMO_MANAGER = {
  name: "Joan Penrose",
  hours: "Monday to Friday, 9 am to 6 pm",
} as const;

const REPORT_DAYS_LEFT = 11;

export const DEMO_REPORT = {
  daysLeft: REPORT_DAYS_LEFT,
  daysPassed: TERMS.report.days - REPORT_DAYS_LEFT,
  dueOn: "2026-12-10",
} as const;

export const DEMO_ORDERS = [
  { id: "TP-2611-7F3K", placedOn: "2026-11-14", status: "Processing" },
  { id: "TP-2610-2Q8D", placedOn: "2026-10-14", status: "Completed" },
  { id: "TP-2609-9M4R", placedOn: "2026-09-14", status: "Completed" },
] as const;

export type DemoAction = { readonly label: string; readonly alert: string };

export const DEMO_ACTIONS = {
  refresh: {
    label: "Refresh Subscription Data",
    alert: "On your own dashboard this reloads your subscription.",
  },
  upgrade: {
    label: "Upgrade Plan",
    alert:
      "On your own dashboard this shows what the next larger plan costs today. Nothing changes until you confirm it.",
  },
  downgrade: {
    label: "Downgrade Plan",
    alert:
      "On your own dashboard this shows the next smaller plan and the day it begins. Nothing changes until you confirm it.",
  },
  cancel: {
    label: "Cancel Subscription",
    alert:
      "On your own dashboard, two steps end the subscription. You keep the service until the end of the month you’ve paid for.",
  },
  whatsApp: {
    label: "Message on WhatsApp",
    alert: "On your own dashboard this opens a chat with your account manager.",
  },
  report: {
    label: "Open your last report",
    alert:
      "On your own dashboard this opens each platform’s figures beside the previous report’s, and every post that went live.",
  },
  addon: {
    label: "Add to my package",
    alert:
      "On your own dashboard this shows what the add-on costs today. Nothing changes until you confirm it.",
  },
} as const satisfies Record<string, DemoAction>;

export function upgradeAction({ from, to }: { from: Plan; to: Plan }): DemoAction {
  return {
    label: `Upgrade to ${shortPlanName(to)}`,
    alert: `In the dashboard of a ${shortPlanName(from)} customer this shows what the ${to.name} costs today. Nothing changes until they confirm it.`,
  };
}
