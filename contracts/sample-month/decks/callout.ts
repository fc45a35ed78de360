import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "We’ll wipe our feet. {name}, at home in {town}.",
    card: { look: "words", big: ["Kettle on?"], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four small things that save you time and money, whoever comes. From {name}, {town}.",
    card: {
      look: "tips",
      big: ["Before we", "come"],
      small: ["Clear a path", "Say what you’ve tried", "Take a picture", "Keep the dog company"],
    },
  },
  {
    kind: "post",
    caption: "Be honest, {town}. The {bare} van has followed a few videos.",
    card: {
      look: "question",
      big: ["Fix it or", "ring us?"],
      small: ["I’ve seen a video", "Straight on the phone"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "A morning’s work in {town}, in two pictures. {name}",
    card: { look: "split", big: ["Before", "After"], small: ["Hold this", "As you were"] },
  },
  {
    kind: "reel",
    caption: "It’s out of sight afterwards, so it had better be right. Filmed by {name} in {town}.",
    card: { look: "words", big: ["Nobody", "sees this", "bit."], small: [] },
  },
  {
    kind: "post",
    caption: "When to ring {name}, in one picture. Keep it by the phone.",
    card: {
      look: "hours",
      big: ["How soon", "is soon?"],
      small: [
        "It’s an emergency",
        "ring now",
        "It’s annoying",
        "this week",
        "It’s a plan",
        "let’s talk",
      ],
    },
  },
  {
    kind: "post",
    caption: "They’ve been living with it for months. {town}, you know who.",
    card: { look: "offer", big: ["Tag a friend"], small: ["With “a quick job”", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Three little words. {name} has heard them all, and usually says yes.",
    card: { look: "quote", big: ["While", "you’re", "here."], small: ["Every house in {town}"] },
  },
];
