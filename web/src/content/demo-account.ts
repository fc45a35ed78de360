/** All demos play on this day. */
const DEMO_DAY = "1 December 2026";
export const DEMO_NOW = Date.parse(`${DEMO_DAY} 10:00 UTC`);

export const DEMO_CUSTOMER = {
  firstName: "Amber",
  name: "Amber Whitlock",
  business: "The Slack Tide Café",
  email: "amber@slacktide.example",
  memberSince: "2026-04-14T10:00:00Z",
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

/** What a button or link of the dashboard would do, by the beginning of its name. */
export const DEMO_ALERTS = {
  "Refresh Subscription Data": "On your own dashboard this reloads your subscription.",
  "Upgrade Plan":
    "On your own dashboard this shows what the next larger plan costs today. Nothing changes until you confirm it.",
  "Upgrade to":
    "On your own dashboard this shows what the larger plan costs today. Nothing changes until you confirm it.",
  "Downgrade Plan":
    "On your own dashboard this shows the next smaller plan and the day it begins. Nothing changes until you confirm it.",
  "Cancel Subscription":
    "On your own dashboard, two steps end the subscription. You keep the service until the end of the month you’ve paid for.",
  "Change card": "On your own dashboard this opens a form for another card.",
  "Billing and invoices": "On your own dashboard this opens your payments with their invoices.",
  "Message on WhatsApp": "On your own dashboard this opens a chat with your account manager.",
  "Write an email": "On your own dashboard this opens an email to your account manager.",
  "Open your last report":
    "On your own dashboard this opens each platform’s figures beside the previous report’s, and every post that went live.",
  "Add to my package":
    "On your own dashboard this shows what the add-on costs today. Nothing changes until you confirm it.",
  "Your brief": "On your own dashboard this opens what you told us about your business.",
} as const;
