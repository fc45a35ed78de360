import { type AnswerKey, PLATFORMS } from "../content/brief-answers.ts";

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
  ...PLATFORMS,
} as const satisfies Record<AnswerKey, string>;

export const BRIEF_MESSAGES = {
  loadFailed: "We could not load your brief. Please try again.",
  saving: "Saving...",
  saved: "Saved.",
  retrying: "Not saved yet, trying again. This browser keeps your text.",
  saveRefused: "We could not save this. Please check what you typed last.",
  submitFailed: "We could not send your brief. It is still here: please try again.",
  changeable: "Change anything below and send it again: we keep the earlier one as well.",
  unsent: "We have not seen your changes since then: send them at the end of this page.",
  changed: "Your brief was changed in another tab or on another device. Please look at it again.",
  incomplete: "Some answers are still missing.",
  needed: {
    businessName: "Please tell us the name of your business.",
    about: "Please tell us in a sentence or two.",
    platforms: "Please name at least one platform with its handle.",
  },
  noSubscription: "You need an active subscription to change your brief.",
  approverFailed: "We could not change who may approve. Please try again.",
  approverAdded: (name: string) => `${name} may approve from now on.`,
  approverRemoved: (name: string) => `${name} may no longer approve.`,
  approversFull: "Ten people may approve besides you. Please remove one of them first.",
} as const;
