import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "Boots on, kettle later. Good morning from {name}, {town}.",
    card: { look: "words", big: ["Mud is", "fine."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Two kinds of garden in {town}, and {name} is fond of both.",
    card: { look: "question", big: ["Neat or", "wild?"], small: ["Straight edges", "Let it grow"] },
  },
  {
    kind: "reel",
    caption: "Half a minute of a long, good day outdoors. {name}, {town}.",
    card: { look: "words", big: ["One metre", "at a time."], small: [] },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same corner of {town}, a few days apart. Work we love at {name}.",
    card: { look: "split", big: ["Before", "After"], small: ["Somewhere in there", "A path"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "How to begin when you don’t know where to. Save it, from {name}.",
    card: {
      look: "tips",
      big: ["Start", "small"],
      small: ["One corner", "One tool", "One plant you love", "Sit down in it"],
    },
  },
  {
    kind: "post",
    caption: "A rough guide to any garden in {town}, from {name}.",
    card: {
      look: "hours",
      big: ["What it", "needs"],
      small: ["Too wet", "patience", "Too dry", "water", "Just right", "a chair"],
    },
  },
  {
    kind: "post",
    caption: "Or the opposite of green fingers. We can help either, {town}.",
    card: { look: "offer", big: ["Tag a friend"], small: ["With green fingers", "From {name}"] },
  },
  {
    kind: "post",
    caption: "You’ve not met the right one yet. Ask {name}, in {town}.",
    card: {
      look: "quote",
      big: ["I’ve never", "kept one", "alive."],
      small: ["Everybody, at first"],
    },
  },
];
