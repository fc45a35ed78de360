export type StoragePolicyEntry = {
  /** Key as in the browser's tools; `*` stands for a variable part. */
  readonly name: string;
  readonly purpose: string;
  readonly kept: string;
};

const TAB = "At most until you close the tab";

export const NECESSARY_ENTRIES: readonly StoragePolicyEntry[] = [
  {
    name: "cookieConsent",
    purpose: "Whether you accepted or rejected cookies of other companies, and when.",
    kept: "Until you clear it, or until this policy changes",
  },
  {
    name: "contactFormBackup",
    purpose: "A message that has not reached us yet. It is sent when the connection is back.",
    kept: "Until it has arrived",
  },
  {
    name: "contactFormSubmission",
    purpose: "Reference and time of your last message, without your details.",
    kept: "Until you clear it",
  },
  {
    name: "checkoutGuest",
    purpose:
      "A number for this browser at the checkout, so that a second click does not order twice.",
    kept: "Until you clear it; it counts for a day",
  },
  {
    name: "unsavedBrief",
    purpose: "What you wrote about your business and we could not save yet.",
    kept: "Until it is saved, or until you sign out",
  },
  {
    name: "unsentComments",
    purpose: "A comment on a post that you are still writing.",
    kept: `Until it is sent, or until you sign out. ${TAB}`,
  },
  {
    name: "tidepost-session",
    purpose: "Keeps you signed in, with your name and address.",
    kept: "Until you sign out",
  },
  {
    name: "tidepost-session-code-verifier",
    purpose:
      "Half of a secret, while you sign in by a link in an email or with another company’s account: nobody else’s browser can use that link.",
    kept: "Until you are signed in by it, or sign out",
  },
  {
    name: "tidepost-session-flow*-code-verifier",
    purpose: "The same for each such sign-in, where you began several.",
    kept: "Until you are signed in by it, or sign out",
  },
  {
    name: "signInFrom",
    purpose: "The page that asked you to sign in, so that you come back to it.",
    kept: `Until you have signed in. ${TAB}`,
  },
  {
    name: "pendingCheckout",
    purpose: "The checkout that you left to sign in, so that you come back to it.",
    kept: `Until you have signed in. ${TAB}`,
  },
  {
    name: "dashboardNote",
    purpose: "A sentence that the dashboard shows you when you arrive.",
    kept: `Until it is shown. ${TAB}`,
  },
  {
    name: "planChange",
    purpose: "What you changed in your plan, so that the dashboard can show whether it is done.",
    kept: TAB,
  },
  {
    name: "parting",
    purpose: "What you say about leaving, from one page of the cancellation to the next.",
    kept: `Until you have cancelled or stay. ${TAB}`,
  },
];

export const ADVERTISING_ENTRIES: readonly StoragePolicyEntry[] = [
  {
    name: "purchaseReported:*",
    purpose: "That an order of yours was counted for our adverts, so that it is not counted twice.",
    kept: "Until you clear it",
  },
  {
    name: "cancellationReported:*",
    purpose: "The same for a cancellation.",
    kept: "Until you clear it",
  },
];
