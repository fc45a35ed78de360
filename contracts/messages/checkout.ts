import { COMPANY } from "../company.ts";
import { CHOOSE_PLAN, requestError, unreachable } from "./shared.ts";

export const CHECKOUT_MESSAGES = {
  processing: "Processing...",
  notConfigured: "Please connect to the backend to complete your purchase.",
  codeChecking: (code: string) => `Checking your code “${code}”...`,
  codeRefused: "This code isn’t valid for your account.",
  codeFrom: (sum: string) => `It’s for orders of ${sum} a month or more.`,
  codeOnNextPage: (code: string) =>
    `Code “${code}”: the next page shows your price with it, before you pay.`,
  noPlan: CHOOSE_PLAN,
  notOpened: "Stripe failed to load",
  noUrl: "No checkout URL received",
  failed: "Failed to create checkout session",
  unreachable: unreachable("payment"),
  keyMissing: `Payments aren’t set up on this site yet: its key for the payment provider is missing or not valid. Nothing was charged. Please email ${COMPANY.email} and we’ll set up your subscription with you.`,
  packages: {
    notFound: "Selected package not found",
    noUrl: "No checkout URL returned from server",
    emptyUrl: "No checkout URL received from Stripe",
    failed: "Failed to start checkout process. Please try again.",
    noService:
      "Stripe checkout service not found. Please ensure the Edge Function is deployed to the backend.",
    misconfigured: (details: string) => `Server configuration error: ${details}`,
    refused: requestError,
    other: (status: number, message: string) => `HTTP error ${status}: ${message}`,
  },
} as const;
