export const PLAN_CHANGE_MESSAGES = {
  failed: "We couldn’t work out what this change costs. Please try again.",
  confirmFailed: "We couldn’t make this change. Please try again; you won’t be charged twice.",
  amountChanged: "The price has changed since you opened this page. Please check it again.",
  declined: "Your card was declined. Nothing has changed and nothing was taken.",
  bankAsks: "Your bank needs you to approve the payment. We’re taking you there now.",
  withdrawn: "The change is cancelled. Everything stays as it is.",
  withdrawFailed: "We couldn’t cancel the change. Please try again.",
  ending: "Your subscription is set to end. Choose to keep it first, then change it",
  awaiting: "Your upgrade is awaiting payment",
} as const;
