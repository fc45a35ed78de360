import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMPANY, REFUND_BUSINESS_DAYS } from "#contracts/company.ts";
import { PROMISE_RULES, type PromiseRuleId } from "#contracts/events/promises.ts";
import { PROMISES } from "#contracts/promises.ts";
import { AFTER_PAYMENT, TRIAL } from "./promises.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A number of hours to months in code: `${COMPANY.replyWithinHours} hours`, `45-minute`, `{TRIAL.days}-day`. */
const PHRASE =
  /(?:\$?\{(?:inWords\w*\()?([\w.]+)\)?\}(?:\{" "\})?|\b(\d+))[\s-]*((?:business |working )?(?:hour|day|minute|week|month))s?\b/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm;

const AFTER_PAYING = ["contact-after-payment"] as const;
const TRIAL_CONTENT = ["trial-content"] as const;
const CONTENT = ["first-content"] as const;
const LIVE = ["go-live"] as const;
const REPORT = ["send-report"] as const;
const REFUND = ["send-refund"] as const;
const BY_MAIL = [
  "contact-after-payment",
  "arrange-call",
  "contact-after-rejection",
  "decide-refund",
] as const;

/** Promised numbers, by the file that says them, with the rules that remember them. */
const CLOCKS: Readonly<Record<string, Readonly<Record<string, readonly PromiseRuleId[]>>>> = {
  "COMPANY.replyWithinHours hour": {
    "contracts/messages/billing.ts": ["decide-refund"],
    "contracts/messages/calendar.ts": ["answer-changes"],
    "web/src/content/claims.ts": ["answer-enquiry"],
    "web/src/features/cancellation/reason-responses.ts": ["answer-enquiry"],
    "web/src/features/enquiries/components/contact-form.tsx": ["answer-enquiry"],
    "web/src/pages/accessibility.tsx": ["answer-enquiry"],
    "web/src/pages/contact.tsx": ["answer-enquiry"],
    "web/src/pages/free-trial.tsx": ["contact-trial"],
    "web/src/shell/checkout-shell.tsx": BY_MAIL,
    "worker/mail/auto-reply-content.ts": ["answer-enquiry", "contact-trial"],
    // Also "just reply; we answer": nothing records when a customer's mail arrives.
    "worker/mail/billing-content.ts": BY_MAIL,
    "worker/mail/comments-mail.ts": ["answer-comment"],
    "worker/mail/team-billing-content.ts": BY_MAIL,
  },
  "AFTER_PAYMENT.contactWithinHours hour": {
    "web/src/content/faq.ts": AFTER_PAYING,
    "web/src/content/how-it-works.ts": AFTER_PAYING,
    "web/src/content/next-steps.ts": AFTER_PAYING,
    "web/src/pages/post-call.tsx": AFTER_PAYING,
    "web/src/pages/trial-welcome.tsx": ["contact-trial"],
    "web/src/sections/final-call.tsx": AFTER_PAYING,
  },
  "AFTER_PAYMENT.firstContentBusinessDays business day": {
    "web/src/content/faq.ts": CONTENT,
    "web/src/content/how-it-works.ts": CONTENT,
    "web/src/content/next-steps.ts": CONTENT,
    "web/src/features/brief/components/brief-thanks.tsx": CONTENT,
  },
  "5 business day": { "worker/mail/billing-content.ts": CONTENT },
  "AFTER_PAYMENT.liveWithinDays day": {
    "web/src/content/claims.ts": LIVE,
    "web/src/content/faq.ts": LIVE,
    "web/src/content/how-it-works.ts": LIVE,
  },
  "7 day": {
    "worker/mail/billing-content.ts": LIVE,
    "web/src/content/navigation.ts": TRIAL_CONTENT,
    "worker/mail/auto-reply-content.ts": TRIAL_CONTENT,
  },
  "TRIAL.days day": {
    "web/src/content/faq.ts": TRIAL_CONTENT,
    "web/src/pages/contact.tsx": TRIAL_CONTENT,
    "web/src/pages/free-trial.tsx": TRIAL_CONTENT,
    "web/src/pages/terms-of-service.tsx": TRIAL_CONTENT,
    "web/src/pages/trial-welcome.tsx": TRIAL_CONTENT,
    "web/src/sections/hero.tsx": TRIAL_CONTENT,
  },
  "AFTER_PAYMENT.reportEveryDays day": {
    "web/src/content/claims.ts": REPORT,
    "web/src/content/how-it-works.ts": REPORT,
    "web/src/content/next-steps.ts": REPORT,
  },
  "30 day": {
    "worker/mail/billing-content.ts": REPORT,
    // How far back a recovery looks: `RECOVERY_DAYS`.
    "contracts/messages/sign-in-methods.ts": [],
    "web/src/features/account/components/added-methods.tsx": [],
    // A notice by the other side, or of a price.
    "web/src/pages/terms-of-service.tsx": [],
  },
  "REFUND_BUSINESS_DAYS.to business day": {
    "web/src/content/faq.ts": REFUND,
    "web/src/pages/terms-of-service.tsx": REFUND,
    "web/src/content/promises.ts": REFUND,
  },
  "10 business day": {
    "web/src/features/dashboard/components/refund-form.tsx": REFUND,
    "worker/mail/billing-content.ts": REFUND,
  },
};

const CALL = "how long a call takes";
const PRICES = "for how long a price or discount holds; Stripe counts";
const KEPT_DATA = "a retention period: the clean-up counts";
const PAST = "what we did for others";

const NOT_A_CLOCK: Readonly<Record<string, string>> = {
  "15 minute": CALL,
  "30 minute": CALL,
  "45 minute": CALL,
  "DISCOVERY_CALL_MINUTES minute": CALL,
  "AD_CALL_MINUTES minute": CALL,
  "GUARANTEE_DAYS day": "a right of the customer: `guaranteeEnd` counts",
  "days day": "how many days the figures of a report cover",
  "PRICE_NOTICE_DAYS day": "`listDuePriceChanges` counts",
  "COMEBACK_OFFER.months month": PRICES,
  "RETENTION_OFFER.months month": PRICES,
  "months month": PRICES,
  "3 month": PRICES,
  "12 month": "a limit of liability",
  "REPORT_LINK_DAYS day": "when the link of a report expires",
  "24 hour": "when the link of a security notice expires",
  "10 minute": "when an offer on a page expires",
  "minutes minute": "when a code may be typed again",
  "90 day": KEPT_DATA,
  "RETENTION_PERIODS.pageViewMonths month": KEPT_DATA,
  "RETENTION_PERIODS.recordDays day": KEPT_DATA,
  "RETENTION_PERIODS.visitorDays day": KEPT_DATA,
  "RETENTION_PERIODS.idleSessionDays day": KEPT_DATA,
  "10 week": PAST,
  "12 week": PAST,
  "16 week": PAST,
  "20 week": PAST,
};

/** Phrase → files. */
function promisedNumbers(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const files = globSync(
    [
      "web/src/**/*.{ts,tsx}",
      "contracts/catalogue.ts",
      "contracts/messages/*.ts",
      "worker/mail/*.{ts,tsx}",
    ],
    { cwd: ROOT },
  ).filter((file) => !/\.test\.|sample|styleguide|post-frame|content\/po(?:st|rtfolio)/.test(file));
  for (const file of files) {
    const code = readFileSync(join(ROOT, file), "utf8").replaceAll(COMMENT, "");
    for (const [, name, digits, unit = ""] of code.matchAll(PHRASE)) {
      const phrase = `${name ?? digits ?? ""} ${unit}`;
      found.set(phrase, (found.get(phrase) ?? new Set()).add(file));
    }
  }
  return found;
}

test("every number of hours or days that the site or a mail promises: has a rule, or a reason to have none", () => {
  const found = promisedNumbers();
  expect([...found.keys()].filter((phrase) => !(phrase in CLOCKS)).toSorted()).toEqual(
    Object.keys(NOT_A_CLOCK).toSorted(),
  );
  for (const [phrase, rules] of Object.entries(CLOCKS)) {
    expect([...(found.get(phrase) ?? [])].toSorted(), phrase).toEqual(
      Object.keys(rules).toSorted(),
    );
  }
});

test("every rule: is promised somewhere", () => {
  const promised = new Set<PromiseRuleId>([
    ...Object.values(CLOCKS).flatMap((files) => Object.values(files).flat()),
    // The customer chose the hour in the calendar.
    "hold-call",
  ]);
  expect([...PROMISE_RULES].filter((rule) => !promised.has(rule))).toEqual([]);
});

test("promised numbers: those of the rules", () => {
  const dues = (rules: readonly PromiseRuleId[]) =>
    rules.map((rule) => Object.values(PROMISES[rule].due));
  expect(
    new Set(
      dues([
        ...BY_MAIL,
        "answer-enquiry",
        "contact-trial",
        "answer-changes",
        "answer-comment",
      ]).flat(),
    ),
  ).toEqual(new Set([COMPANY.replyWithinHours]));
  expect(AFTER_PAYMENT.contactWithinHours).toBe(COMPANY.replyWithinHours);
  expect(dues(TRIAL_CONTENT)).toEqual([[TRIAL.days]]);
  expect(dues([...CONTENT, ...LIVE, ...REPORT])).toEqual([
    [AFTER_PAYMENT.firstContentBusinessDays],
    [AFTER_PAYMENT.liveWithinDays],
    [AFTER_PAYMENT.reportEveryDays],
  ]);
  expect(dues(REFUND)).toEqual([[REFUND_BUSINESS_DAYS.from]]);
});
