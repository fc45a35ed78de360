import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "Pay at the desk or the second time you come.",
    card: { look: "price", big: ["£5"], small: ["First class", "Any day, any time"] },
  },
  {
    kind: "post",
    caption: "Goals come in all shapes. Marvin’s came in six bags.",
    card: {
      look: "quote",
      big: ["I carried", "the shopping", "in one go."],
      small: ["Marvin, 58"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "That is all of it. Nobody tests you.",
    card: {
      look: "tips",
      big: ["First class?"],
      small: ["Flat shoes", "Bottle of water", "Ten minutes early", "Say hello to Dee"],
    },
  },
  {
    kind: "post",
    caption: "A peaceful discussion, please.",
    card: {
      look: "question",
      big: ["Squat or", "deadlift?"],
      small: ["Squat. Always", "Deadlift. Always"],
    },
  },
  {
    kind: "post",
    caption: "Mums deadlift more than they admit.",
    card: { look: "offer", big: ["Bring your mum"], small: ["She trains free", "All of March"] },
  },
  {
    kind: "post",
    caption: "Then cake. It is a bank holiday.",
    card: {
      look: "hours",
      big: ["Bank", "holiday"],
      small: ["Fri", "8–2", "Sat", "9–1", "Sun", "closed", "Mon", "9–1"],
    },
  },
  {
    kind: "reel",
    caption: "Watch the left knee. Then film yours.",
    card: { look: "words", big: ["Slow on", "the way", "down."], small: [] },
  },
  {
    kind: "reel",
    caption: "Chin over the bar, Tash. We checked.",
    card: { look: "split", big: ["Day one", "Day 90"], small: ["0 pull-ups", "3 pull-ups"] },
  },
  {
    kind: "post",
    caption: "The slow group gets there when the buns come out.",
    card: {
      look: "words",
      big: ["Saturday.", "All paces.", "One bakery."],
      small: ["Run club, 9 am"],
    },
  },
  {
    kind: "post",
    caption: "It has been on the squat rack since Tuesday and is lonely.",
    card: { look: "words", big: ["Lost: one", "left glove."], small: ["Blue, size M"] },
  },
];
