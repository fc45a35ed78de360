import { TRIAL } from "#contracts/content/trial.ts";
import { hyphenated, inText, REFUND_TIME, TERMS } from "#contracts/terms.ts";

type Question = { readonly question: string; readonly answer: string };

export const FAQ: readonly Question[] = [
  {
    question: "Is there a minimum term?",
    answer:
      "No. You can cancel anytime, and you keep the service until the end of the month you’ve paid for.",
  },
  {
    question: "Do I see posts before they go live?",
    answer:
      "Always. You review and approve everything first. Changes are part of the service, not an extra.",
  },
  {
    question: "How soon does it start?",
    answer: `We’ll be in touch within ${inText(TERMS.reply)} of your payment, you’ll see your first content within ${inText(TERMS.firstContent)}, and you’ll be live within ${inText(TERMS.live)}.`,
  },
  {
    question: "What is in the free trial?",
    answer: `${TRIAL.posts} custom posts or ${TRIAL.reels} edited reel with captions, made for your business within ${inText(TERMS.trial)}. It needs no card and ends by itself.`,
  },
  {
    question: "What if I’m not happy?",
    answer: `You have a ${hyphenated(TERMS.guarantee)} money-back guarantee. Ask on your dashboard or email us, and the refund will reach your card within ${REFUND_TIME}.`,
  },
  {
    question: "Which platforms do you work with?",
    answer:
      "Instagram, Facebook, TikTok, LinkedIn and X. Your plan says how many at once, and you can add more.",
  },
  {
    question: "Can I change plan later?",
    answer: "Yes, up or down, whenever you like, from your dashboard.",
  },
];
