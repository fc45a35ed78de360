import { RETENTION_OFFER } from "../billing/coupons.ts";
import { COMPANY } from "../company.ts";
import { NO_ACTIVE_SUBSCRIPTION, requestError, SIGN_IN_FIRST, unreachable } from "./shared.ts";

export const CANCELLATION_MESSAGES = {
  noSubscription: NO_ACTIVE_SUBSCRIPTION,
  loadFailed: "Failed to load your subscription. Please try again or contact support.",
  signIn: "User must be authenticated. Please sign in and try again.",
  unauthenticated: SIGN_IN_FIRST,
  refused: requestError,
  broken: (details: string) => `Server error: ${details}`,
  other: (status: number) => `HTTP error ${status}`,
  offer: {
    expires: "This final offer expires in 10 minutes",
    accepting: "Applying your discount...",
    accepted: `Success! Your ${RETENTION_OFFER.percentOff}% discount has been applied for the next ${RETENTION_OFFER.months} months.`,
  },
  paidLonger: `Part of it is paid for longer than that. Write to ${COMPANY.email}, and we’ll settle the rest with you.`,
  cancelling: "Cancelling...",
  resuming: "One moment...",
  copied: "Copied",
  failed: {
    offer: failures("load your offer", "Offer", "see this offer"),
    discount: failures("apply discount", "Discount", "apply this discount"),
    cancel: failures("cancel subscription", "Cancellation", "cancel this subscription"),
    resume: failures("keep subscription", "Subscription", "keep this subscription"),
  },
} as const;

function failures(action: string, service: string, forbidden: string) {
  return {
    failed: `Failed to ${action}`,
    tryAgain: `Failed to ${action}. Please try again.`,
    noService: `${service} service not found. Please contact support.`,
    forbidden: `You are not authorized to ${forbidden}.`,
    unreachable: unreachable(service.toLowerCase()),
  };
}
