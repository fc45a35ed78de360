import { inText, TERMS } from "#contracts/terms.ts";
import type { Step } from "./step.ts";

export const NEXT_STEPS: readonly Step[] = [
  {
    when: `Within ${inText(TERMS.reply)}`,
    title: "We get in touch",
    text: "Your account manager introduces themselves and talks through your brief with you: your business, your customers, your voice.",
  },
  {
    when: inText(TERMS.firstContent),
    title: "Your first content arrives",
    text: "Posts and reels for the first stretch of the month, with captions, in your own calendar.",
  },
  {
    when: "Then",
    title: "You review and approve",
    text: "Change a word, a picture or the lot. Nothing goes live without your yes.",
  },
  {
    when: `By day ${TERMS.live.days}`,
    title: "We go live and stay with it",
    text: `We publish, answer and adjust, and every ${inText(TERMS.report)} a report shows what it did.`,
  },
];
