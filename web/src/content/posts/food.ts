import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    picture: "sourdough",
    kind: "post",
    caption: "Out of the oven at six. Usually gone by ten, so we keep your name on one.",
    card: { look: "words", big: ["Gone", "by ten."], small: ["Sourdough, daily"] },
  },
  {
    kind: "post",
    caption: "For anybody on the early train. Say “platform” and it’s in your hand.",
    card: {
      look: "price",
      big: ["£4.50"],
      small: ["Flat white and a bun", "Weekdays to nine"],
    },
  },
  {
    kind: "reel",
    caption: "Loser washes up. Vote until Friday.",
    card: { look: "question", big: ["Brown or", "red?"], small: ["Brown sauce", "Ketchup"] },
  },
  {
    kind: "post",
    caption: "You asked, we gave in. Leek until it runs out.",
    card: { look: "words", big: ["Soup’s", "leek.", "Again."], small: ["Wednesday"] },
  },
  {
    kind: "post",
    caption: "Marge stayed for three hours and the crossword.",
    card: { look: "quote", big: ["I came", "for one", "egg."], small: ["Marge, table four"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Free advice from people who make 200 slices a day.",
    card: {
      look: "tips",
      big: ["Better", "toast"],
      small: ["Day-old bread", "Butter first, then heat", "Salt at the end", "Eat standing up"],
    },
  },
  {
    kind: "reel",
    caption: "An hour in twenty seconds.",
    card: { look: "split", big: ["5.58 am", "7.01 am"], small: ["Flour", "You, with a bun"] },
  },
  {
    kind: "post",
    caption: "They get the good crayons as well.",
    card: {
      look: "offer",
      big: ["Kids eat free"],
      small: ["One per grown-up", "Half-term, before noon"],
    },
  },
  {
    kind: "reel",
    caption: "Sound on for this one.",
    card: { look: "words", big: ["The hiss", "is the", "best bit."], small: [] },
  },
  {
    kind: "post",
    caption: "Bring somebody you like; the bread is big.",
    card: { look: "price", big: ["£9"], small: ["Shakshuka for one", "Weekends only"] },
  },
  {
    kind: "post",
    caption: "A house rule, put to the vote.",
    card: {
      look: "question",
      big: ["Butter to", "the edge?"],
      small: ["Obviously", "Leave before ten"],
    },
  },
  {
    kind: "post",
    caption: "On Monday we’re on the beach. Say hello.",
    card: {
      look: "hours",
      big: ["Bank", "holiday"],
      small: ["Fri", "8–3", "Sat", "8–4", "Sun", "9–4", "Mon", "closed"],
    },
  },
  {
    kind: "post",
    caption: "Sixteen or over, fond of mornings. Bring a CV or a joke.",
    card: { look: "words", big: ["We’re", "hiring", "a Saturday", "smile."], small: [] },
  },
];
