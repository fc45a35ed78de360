import type { AnswerKey } from "../content/brief-answers.ts";

/** Short names of the answers. */
export const ANSWER_LABELS = {
  businessName: "Business name",
  about: "What the business does",
  audience: "Audience",
  tone: "Tone",
  dos: "Do",
  donts: "Don’t",
  links: "Links",
  material: "Pictures, logo and other material",
  instagram: "Instagram",
  facebook: "Facebook",
  tiktok: "TikTok",
  linkedin: "LinkedIn",
  x: "X",
} as const satisfies Record<AnswerKey, string>;

export const BRIEF_MESSAGES = {
  changed: "Your brief was changed in another tab or on another device.",
  incomplete: "Please fill in what is marked as needed first.",
  noSubscription: "You need a running subscription to change your brief.",
  approversFull: "Ten people may approve beside you. Please remove somebody first.",
} as const;
