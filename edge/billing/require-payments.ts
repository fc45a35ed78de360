import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { StripeGateway } from "../adapters/payments.ts";

/** @throws {AppError} `payments_not_configured` */
export function requireStripe(payments: StripeGateway | null): StripeGateway {
  if (payments !== null) return payments;
  throw new AppError("payments_not_configured", BILLING_MESSAGES.checkout.notConfigured, {
    details: BILLING_MESSAGES.checkout.notConfigured,
  });
}
