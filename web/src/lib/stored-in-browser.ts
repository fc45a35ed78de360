export type StoragePolicyEntry = {
  /** Key as in the browser's tools; `*` stands for a variable part. */
  readonly name: string;
  readonly purpose: string;
  readonly kept: string;
};

const TAB = "At most until you close the tab";

export const NECESSARY_ENTRIES = [
  {
    name: "cookieConsent",
    purpose: "Whether you accepted or rejected third-party cookies, and when.",
    kept: "Until you clear it, or until this policy changes",
  },
  {
    name: "contactFormBackup",
    purpose: "A message that hasn’t reached us yet. It is sent when you’re back online.",
    kept: "Until it has arrived",
  },
  {
    name: "enquiryDraft:*",
    purpose: "A contact or free-trial form that you are still filling in.",
    kept: `Until it is sent. ${TAB}`,
  },
  {
    name: "contactFormSubmission",
    purpose: "Reference and time of your last message, without your details.",
    kept: "Until you clear it",
  },
  {
    name: "checkoutGuest",
    purpose: "A number for this browser at checkout, so a second click doesn’t order twice.",
    kept: "Until you clear it; used for a day",
  },
  {
    name: "unsavedBrief",
    purpose: "What you wrote about your business that we haven’t been able to save yet.",
    kept: "Until it is saved, or until you sign out",
  },
  {
    name: "unsentComments",
    purpose: "A comment on a post that you are still writing.",
    kept: `Until it is sent, or until you sign out. ${TAB}`,
  },
  {
    name: "formDraft:*",
    purpose: "A form in your account that you are still filling in, without passwords or codes.",
    kept: `Until it is sent, or until you sign out. ${TAB}`,
  },
  {
    name: "tidepost-session",
    purpose: "Keeps you signed in, with your name and email address.",
    kept: "Until you sign out",
  },
  {
    name: "tidepost-session-code-verifier",
    purpose:
      "A one-time code that ties a sign-in link, or a sign-in with another company’s account, to this browser.",
    kept: "Until you’ve signed in with it, or sign out",
  },
  {
    name: "tidepost-session-flow*-code-verifier",
    purpose: "The same for each sign-in, if you started several.",
    kept: "Until you’ve signed in with it, or sign out",
  },
  {
    name: "signInFrom",
    purpose: "The page that asked you to sign in, so you come back to it.",
    kept: `Until you have signed in. ${TAB}`,
  },
  {
    name: "pendingCheckout",
    purpose: "The checkout you left to sign in, so you come back to it.",
    kept: `Until you have signed in. ${TAB}`,
  },
  {
    name: "dashboardNote",
    purpose: "A message the dashboard shows when you arrive.",
    kept: `Until it is shown. ${TAB}`,
  },
  {
    name: "planChange",
    purpose: "What you changed in your plan, so the dashboard can show whether it’s done.",
    kept: TAB,
  },
  {
    name: "parting",
    purpose: "Why you’re leaving, from one page of the cancellation to the next.",
    kept: `Until you’ve cancelled, or decided to stay. ${TAB}`,
  },
] as const satisfies readonly StoragePolicyEntry[];

export const ADVERTISING_ENTRIES = [
  {
    name: "purchaseReported:*",
    purpose: "That your order was counted for our ads, so it isn’t counted twice.",
    kept: "Until you clear it",
  },
  {
    name: "cancellationReported:*",
    purpose: "The same for a cancellation.",
    kept: "Until you clear it",
  },
] as const satisfies readonly StoragePolicyEntry[];

type PatternOf<Name> = Name extends `${infer Head}*${infer Tail}`
  ? `${Head}${string}${Tail}`
  : Name;

export type StoredKey = PatternOf<
  (typeof NECESSARY_ENTRIES | typeof ADVERTISING_ENTRIES)[number]["name"]
>;
