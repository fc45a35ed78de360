/** Source: the product specification, limits. */
export const GUARANTEE_DAYS = 14;

export const COMPANY = {
  name: "Tidepost",
  legalName: "Tidepost Ltd",
  jurisdiction: "England and Wales",
  email: "hello@tidepost.example",
  replyWithinHours: 24,
  timeZone: "Europe/London",
} as const;
