import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "Nervous, late or full of questions: you’re welcome at {name}. {town} is a small place, and we’re friendly.",
    card: { look: "words", big: ["Come as", "you are."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Four things that make a first appointment easier, at {name} or anywhere else in {town}.",
    card: {
      look: "tips",
      big: ["Your first", "visit"],
      small: [
        "Bring your questions",
        "List what you take",
        "Say what worries you",
        "Ask what it costs",
      ],
    },
  },
  {
    kind: "post",
    caption: "No judging, {town}. The {bare} team would still like to hear it from you.",
    card: {
      look: "question",
      big: ["Ask us or", "search it?"],
      small: ["I ask a person", "I’ve read everything"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "What people say on the way in and on the way out. {name}, {town}.",
    card: {
      look: "split",
      big: ["Before", "After"],
      small: ["“I kept putting it off”", "“Is that it?”"],
    },
  },
  {
    kind: "reel",
    caption:
      "One long word from our work, explained in half a minute by {name}. Which should be next?",
    card: { look: "hours", big: ["In plain", "English,", "please."], small: [] },
  },
  {
    kind: "post",
    caption: "A rough guide from {name}. If it’s urgent, don’t wait for a post: ring.",
    card: {
      look: "hours",
      big: ["When to", "ring us"],
      small: ["It’s worse", "today", "It’s the same", "this week", "Not sure", "ring"],
    },
  },
  {
    kind: "post",
    caption: "Gently, {town}. They know it’s time.",
    card: {
      look: "offer",
      big: ["Tag a friend"],
      small: ["Who keeps putting it off", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "It’s all right. You’re here now. {name}, {town}.",
    card: { look: "quote", big: ["I should", "have come", "sooner."], small: ["Heard most weeks"] },
  },
];
