import { AFTER_PAYMENT } from "./promises.ts";
import type { Step } from "./step.ts";

export const HOW_IT_WORKS: readonly Step[] = [
  {
    when: `${AFTER_PAYMENT.contactWithinHours} hours`,
    title: "You choose a plan, we get in touch",
    text: "Your account manager learns your business, your customers and your voice, and draws up the first month.",
  },
  {
    when: `${AFTER_PAYMENT.firstContentBusinessDays} business days`,
    title: "We make it, you approve it",
    text: "Your first posts and reels arrive for review. Change a word, a picture or the lot: nothing goes live without your yes.",
  },
  {
    when: `${AFTER_PAYMENT.liveWithinDays} days`,
    title: "It goes live, and you see what it did",
    text: `We publish to the calendar and look after it. Every ${AFTER_PAYMENT.reportEveryDays} days a report shows what worked and what comes next.`,
  },
];
