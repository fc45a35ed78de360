import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "Good morning, {town}. The oven was on before the birds were. Come and find us at {name}.",
    card: { look: "words", big: ["Still", "warm."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption:
      "Settle it for us, {town}: sweet or savoury first? The losing side at {name} makes the tea.",
    card: {
      look: "question",
      big: ["Sweet or", "savoury?"],
      small: ["Sweet, always", "Savoury, no contest"],
    },
  },
  {
    kind: "reel",
    caption: "A crust talks while it cools. This is our favourite noise in the whole of {town}.",
    card: { look: "words", big: ["Sound", "on."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four ways to make a good loaf last, from the {bare} bakers. Save it for Saturday.",
    card: {
      look: "tips",
      big: ["Keep bread", "fresh"],
      small: ["Cut side down", "Paper, not plastic", "Never in the fridge", "Freeze it in slices"],
    },
  },
  {
    kind: "post",
    caption: "A very serious guide from everybody at {name}. Which of these is your day?",
    card: {
      look: "hours",
      big: ["What to", "order"],
      small: ["Grey day", "a bun", "Good news", "cake", "Monday", "both"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "From nothing much to nothing left. A morning at {name}, in two pictures.",
    card: { look: "split", big: ["Before", "After"], small: ["Flour, water, patience", "Crumbs"] },
  },
  {
    kind: "post",
    caption: "Somebody in {town} owes you something sticky. Tag them here; we’ll look innocent.",
    card: { look: "offer", big: ["Tag a friend"], small: ["Who owes you a bun", "From {name}"] },
  },
  {
    kind: "post",
    caption: "We said what we said. Who’s with us, {town}?",
    card: {
      look: "quote",
      big: ["The corner", "piece is", "the best", "piece."],
      small: ["{name}"],
    },
  },
];
