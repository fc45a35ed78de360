import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "reel",
    picture: "kettlebell",
    caption: "It looks heavier on the floor than it feels in your hand. Come and try it at {name}.",
    card: { look: "words", big: ["Pick me", "up."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption:
      "An old argument, {town}. Both sides train at {name}, and they still talk to each other.",
    card: {
      look: "question",
      big: ["Early or", "evening?"],
      small: ["Done by breakfast", "Don’t talk to me yet"],
    },
  },
  {
    kind: "reel",
    picture: "dumbbells",
    caption: "Chalk, breathe, go. The best sound in {town}, filmed at {name}.",
    card: { look: "words", big: ["Chalk.", "Breathe.", "Go."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Your first visit to {name}? That’s all you need. Nobody is watching; we’re all counting.",
    card: {
      look: "tips",
      big: ["First", "visit?"],
      small: ["Flat shoes", "Bottle of water", "Come a bit early", "Say hello"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption:
      "The hardest step is the one over the door. Everything at {name} after that is practice.",
    card: { look: "split", big: ["Week one", "Week ten"], small: ["Can’t", "Watch me"] },
  },
  {
    kind: "post",
    caption: "All of these count. Which was yours today, {town}?",
    card: {
      look: "hours",
      big: ["It all", "counts"],
      small: ["The stairs", "yes", "The long walk", "yes", "The shopping", "oh yes"],
    },
  },
  {
    kind: "post",
    caption: "Everybody started somewhere. If today’s your day, {name} is glad you’re here.",
    card: { look: "words", big: ["Slow", "is a", "speed."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "It’s easier with company. Tag the one in {town} who’d come if you asked.",
    card: {
      look: "offer",
      big: ["Tag a mate"],
      small: ["Who says “next week”", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Heard at {name} just before the best set of the day. Every time.",
    card: {
      look: "quote",
      big: ["I’ve got", "nothing", "left."],
      small: ["Somebody who had"],
    },
  },
];
