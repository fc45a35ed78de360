import { inText, TERMS } from "#contracts/terms.ts";
import type { Step } from "./step.ts";

export const HOW_IT_WORKS: readonly Step[] = [
  {
    when: inText(TERMS.reply),
    title: "You choose a plan, we get in touch",
    text: "Your account manager learns your business, your customers and your voice, and draws up the first month.",
  },
  {
    when: inText(TERMS.firstContent),
    title: "We make it, you approve it",
    text: "Your first posts and reels arrive for review. Change a word, a picture or the lot: nothing goes live without your yes.",
  },
  {
    when: inText(TERMS.live),
    title: "It’s live, and you see how it did",
    text: `We publish to the calendar and look after it. Every ${inText(TERMS.report)} a report shows what worked and what comes next.`,
  },
];
