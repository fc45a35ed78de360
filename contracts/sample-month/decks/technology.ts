import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "reel",
    picture: "keyboard",
    caption: "The lights of {town}, a cup of tea and one last bug. Good evening from {name}.",
    card: { look: "words", big: ["One last", "bug."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption:
      "It’s always the first question at {name}, and it works more often than we’d like to admit.",
    card: {
      look: "quote",
      big: ["Have you", "turned it", "off and on?"],
      small: ["{name}"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same job, the old way and the new. Which one is your Monday?",
    card: { look: "split", big: ["Old way", "New way"], small: ["A spreadsheet", "A button"] },
  },
  {
    kind: "post",
    picture: "card-reader",
    caption:
      "The best technology is the kind you forget about. That’s what we work on at {name}, in {town}.",
    card: { look: "words", big: ["It just", "works."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Safer by lunchtime. Send this to whoever looks after the computers at your place in {town}.",
    card: {
      look: "tips",
      big: ["Safer by", "lunch"],
      small: ["Update everything", "One password each", "Two-step sign-in", "Test the backup"],
    },
  },
  {
    kind: "post",
    caption: "No wrong answers, only strong feelings. The {bare} team is split down the middle.",
    card: {
      look: "question",
      big: ["Dark mode", "or light?"],
      small: ["Dark. Always", "I like to see"],
    },
  },
  {
    kind: "reel",
    caption: "Jargon, translated by {name}. Which word should be next?",
    card: {
      look: "hours",
      big: ["The cloud", "is just", "someone’s", "computer."],
      small: [],
    },
  },
  {
    kind: "post",
    caption:
      "A field guide from the people who answer the phone at {name}. Which have you had this week?",
    card: {
      look: "hours",
      big: ["What it", "means"],
      small: ["Spinning", "wait", "Beeping", "ring us", "Smoke", "unplug it"],
    },
  },
  {
    kind: "post",
    caption: "Every office in {town} has one. Tag yours and say thank you.",
    card: {
      look: "offer",
      big: ["Tag the one"],
      small: ["Who fixes the printer", "From {name}"],
    },
  },
];
