/** Messages of the plan change screens, loaded only there. */
export const CHANGE_MESSAGES = {
  loading: "Working out what changes...",
  failed: "We could not work out what this change costs. Please try again.",
  confirmFailed: "We could not make this change. Please try again; nothing is charged twice.",
  amountChanged: "The sum has changed since this page was opened. Please look at it once more.",
  declined: "Your card was declined. Nothing has changed and nothing was taken.",
  /** Shown while the browser opens the bank's page. */
  bankAsks: "Your bank wants to hear from you before it pays. We take you there now.",
  withdrawn: "The change is withdrawn. Everything stays as it is.",
  withdrawFailed: "We could not withdraw the change. Please try again.",
  kept: "Your subscription goes on. Nothing else has changed.",
  keepFailed: "We could not keep your subscription. Please try again.",
  refundFailed: "We could not send your request. Please try again, or write to us.",
  ending: "Your subscription is set to end. Keep it first, and then change it",
  awaiting: "An upgrade waits for its payment, and comes first",
} as const;
