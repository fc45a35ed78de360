import * as z from "zod";

const PREFIXES = {
  customer: "cus",
  subscription: "sub",
  order: "in",
  session: "cs",
  notification: "evt",
} as const;

export function stripeId(kind: keyof typeof PREFIXES) {
  return z.string().regex(new RegExp(`^${PREFIXES[kind]}_[A-Za-z0-9_]{1,240}$`));
}
