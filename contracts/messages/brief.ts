import { type AnswerKey, PLATFORMS } from "../content/brief-answers.ts";

export const ANSWER_LABELS = {
  businessName: "Business name",
  about: "What the business does",
  audience: "Audience",
  tone: "Tone",
  dos: "Do",
  donts: "Don’t",
  links: "Links",
  material: "Pictures, logo and other material",
  ...PLATFORMS,
} as const satisfies Record<AnswerKey, string>;

export const BRIEF_MESSAGES = {
  loadFailed: "We couldn’t load your brief. Please try again.",
  saving: "Saving...",
  saved: "Saved.",
  retrying: "Not saved yet; we’re trying again. Your text is safe in this browser.",
  saveRefused: "We couldn’t save this. Please check what you typed last.",
  submitFailed: "We couldn’t send your brief. It’s still here, so please try again.",
  changeable: "Change anything below and send it again. We keep the earlier version too.",
  unsent: "We haven’t seen your changes since then. Send them at the bottom of this page.",
  changed: "Your brief was changed in another tab or on another device. Please check it again.",
  incomplete: "Some answers are still missing.",
  needed: {
    businessName: "Please tell us the name of your business.",
    about: "Please tell us in a sentence or two.",
    platforms: "Please give at least one platform and your handle there.",
  },
  noSubscription: "You need an active subscription to change your brief.",
  approverFailed: "We couldn’t change who can approve. Please try again.",
  approverAdded: (name: string) => `${name} can now approve.`,
  approverRemoved: (name: string) => `${name} can no longer approve.`,
  approversFull: "Up to ten people besides you can approve. Please remove one first.",
} as const;
