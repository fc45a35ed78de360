import {
  describePurchase,
  LEAD_CONTENT,
  LEAD_VALUE,
  STRATEGY_CALL_CONTENT,
} from "#contracts/advertising.ts";
import type { FormType } from "#contracts/api/enquiry.ts";

/** Meta gets these as hashes only. */
export type PixelUser = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

export type PixelEvent = {
  readonly name: "Lead" | "Purchase" | "CompleteRegistration";
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly user: PixelUser | null;
  /** The server reports the same id, and Meta deduplicates. */
  readonly eventId: string;
};

export function lead(formType: FormType, user: PixelUser, eventId: string): PixelEvent {
  const { name, category } = LEAD_CONTENT[formType];
  const parameters = { content_name: name, content_category: category, ...LEAD_VALUE };
  return { name: "Lead", parameters, user, eventId };
}

export function strategyCallBooking(eventId: string): PixelEvent {
  const { name, category } = STRATEGY_CALL_CONTENT;
  const parameters = { content_name: name, content_category: category, ...LEAD_VALUE };
  return { name: "Lead", parameters, user: null, eventId };
}

export function purchase(
  plan: { readonly name: string; readonly pricePence: number },
  orderId: string,
): PixelEvent {
  return { name: "Purchase", user: null, ...describePurchase(plan, orderId) };
}

export function subscriptionCancelled(eventId: string): PixelEvent {
  const parameters = {
    content_name: "Subscription Cancelled",
    content_category: "Cancellation",
    status: "cancelled",
  };
  return { name: "CompleteRegistration", parameters, user: null, eventId };
}
