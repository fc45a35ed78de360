import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "Yes, you. And you. Everybody’s welcome at {name}, {town}.",
    card: { look: "words", big: ["Good boy."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "We think we know the answer in most homes in {town}. {name} is too polite to say.",
    card: {
      look: "question",
      big: ["Who’s in", "charge?"],
      small: ["I am, obviously", "Ask the one on the sofa"],
    },
  },
  {
    kind: "reel",
    caption: "Half a minute of the best greeting in {town}. Filmed at {name}.",
    card: { look: "words", big: ["Wait for", "the tail."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four things that help a nervous friend through our door. Save it, from {name}.",
    card: {
      look: "tips",
      big: ["A calmer", "visit"],
      small: ["Walk first", "Bring a favourite toy", "Take your time", "Treats after"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same visit to {name}, from both ends of the lead.",
    card: {
      look: "split",
      big: ["Walking in", "Walking out"],
      small: ["Not sure", "Best friends"],
    },
  },
  {
    kind: "post",
    caption: "A dictionary from the people who hear it all day at {name}.",
    card: {
      look: "hours",
      big: ["What it", "means"],
      small: ["One tail wag", "hello", "Two tail wags", "walk?", "Staring", "dinner"],
    },
  },
  {
    kind: "post",
    caption: "Everybody in {town} has one in the family. Show us in the comments.",
    card: {
      look: "offer",
      big: ["Tag a friend"],
      small: ["Whose camera roll is fur", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Heard at {name} every day. We believe you.",
    card: {
      look: "quote",
      big: ["He’s never", "like this", "at home."],
      small: ["Every owner in {town}"],
    },
  },
];
