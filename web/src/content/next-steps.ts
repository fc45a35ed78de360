import { inText, TERMS } from "#contracts/terms.ts";
import type { Step } from "./step.ts";

export const NEXT_STEPS: readonly Step[] = [
  {
    when: "Straight away",
    title: "You fill in the onboarding form",
    text: `Two answers about your business are enough to start. Within ${inText(TERMS.reply)} your account manager gets in touch and goes through the rest with you.`,
  },
  {
    when: inText(TERMS.firstContent),
    title: "Your first content arrives",
    text: "Posts and reels for your first couple of weeks, with captions, in your own calendar.",
  },
  {
    when: "Then",
    title: "You review and approve",
    text: "Change a word, a picture or the lot. Nothing goes live without your yes.",
  },
  {
    when: `By day ${TERMS.live.days}`,
    title: "We publish and keep an eye on it",
    text: `We manage and adjust as we go, and every ${inText(TERMS.report)} you get a report on how it went.`,
  },
];
