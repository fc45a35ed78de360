import type { AnsweredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { TRIAL } from "#contracts/content/trial.ts";
import { counted } from "#contracts/counted.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";

type AutoReplyContent = {
  subject: string;
  kicker: string;
  form: string;
  headline: string;
  message: string;
  steps: readonly { when: string; what: string }[];
  link: { label: string; path: string };
};

const WITHIN_HOURS = `within ${inText(TERMS.reply)}`;
const WITHIN_HOURS_LABEL = `Within ${inText(TERMS.reply)}`;
const TRIAL_NAME = `${hyphenated(TERMS.trial)} free trial`;
const SEE_TRIAL = { label: `See the ${TRIAL_NAME}`, path: "/free-trial" };

const CONTENT: Record<AnsweredForm["form_type"], AutoReplyContent> = {
  contact: {
    subject: `Thank you for your message to ${COMPANY.name}`,
    kicker: "Your message",
    form: "contact form",
    headline: "Your message is with us.",
    message: `Thank you for getting in touch. Someone on our team will read it and reply to this address ${WITHIN_HOURS}.`,
    steps: [
      {
        when: "Now",
        what: "Your message is in our team’s inbox. You don’t need to do anything else.",
      },
      {
        when: WITHIN_HOURS_LABEL,
        what: "We’ll reply with an answer, or with the one question we need to ask first.",
      },
      {
        when: "At any time",
        what: "If you think of something to add, just reply to this email.",
      },
    ],
    link: SEE_TRIAL,
  },
  "free-trial": {
    subject: `Your ${TRIAL_NAME} with ${COMPANY.name}`,
    kicker: "Free trial",
    form: "free trial form",
    headline: "Your free trial starts here.",
    message: `Thanks for asking for a ${TRIAL_NAME}. Our team will contact you ${WITHIN_HOURS} to get it under way.`,
    steps: [
      {
        when: WITHIN_HOURS_LABEL,
        what: "We’ll get in touch to hear about your business, your customers and what you’d like to show them.",
      },
      {
        when: `During your ${inText(TERMS.trial)}`,
        what: `We make ${counted(TRIAL.posts, "custom post")} or ${counted(TRIAL.reels, "edited reel")}, with captions. You review and approve everything before it goes live.`,
      },
      {
        when: "Afterwards",
        what: "If you like what you see, we’ll talk about the package that fits. No minimum term: you can cancel at any time.",
      },
    ],
    link: { label: "How your trial works", path: "/trial-welcome" },
  },
  demo: {
    subject: `Your ${COMPANY.name} discovery call`,
    kicker: "Discovery call",
    form: "demo form",
    headline: "Let’s find a time to talk.",
    message: `Thanks for asking for a demo. Our team will email you ${WITHIN_HOURS} to agree a time.`,
    steps: [
      {
        when: WITHIN_HOURS_LABEL,
        what: "We’ll suggest a time for your call. If it doesn’t suit, reply with one that does.",
      },
      {
        when: "On the call",
        what: `${inText(TERMS.discoveryCall)}, free of charge: your goals, how we would help your social presence grow, and your questions about process and packages.`,
      },
      {
        when: "Afterwards",
        what: `Decide in your own time. There’s nothing to sign, and the ${TRIAL_NAME} is there if you’d rather see than hear.`,
      },
    ],
    link: SEE_TRIAL,
  },
};

export function autoReplyContent(formType: AnsweredForm["form_type"]): AutoReplyContent {
  return CONTENT[formType];
}
