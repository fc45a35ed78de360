import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    picture: "towels",
    caption:
      "Phone in the bag, shoulders down. An hour at {name} is an hour nobody in {town} can reach you.",
    card: { look: "words", big: ["Shoulders", "down."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Be honest, {town}. Nobody at {name} will tell your stylist.",
    card: {
      look: "question",
      big: ["Big change", "or a trim?"],
      small: ["Surprise me", "Just the ends"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The walk in and the walk out. Our favourite change of scene at {name}.",
    card: { look: "split", big: ["In", "Out"], small: ["Hood up", "Hood down"] },
  },
  {
    kind: "reel",
    picture: "lipsticks",
    caption: "One of these is yours. Come and find out which at {name}; we’ve got good light.",
    card: { look: "words", big: ["Which", "is yours?"], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four small habits for tired skin, from the {bare} team. Save it for Sunday evening.",
    card: {
      look: "tips",
      big: ["Kind to", "your skin"],
      small: ["Take it all off", "Lukewarm water", "Pat, don’t rub", "Sunscreen, always"],
    },
  },
  {
    kind: "reel",
    caption: "A message for anybody in {town} holding the kitchen scissors right now.",
    card: { look: "hours", big: ["Don’t cut", "your own", "fringe."], small: [] },
  },
  {
    kind: "post",
    caption:
      "Which mirror mood is it this morning? Tell us, and tell us what you need from {name}.",
    card: {
      look: "hours",
      big: ["Mirror", "moods"],
      small: ["Tired", "a facial", "Bored", "a colour", "Glowing", "a night out"],
    },
  },
  {
    kind: "post",
    caption: "Somebody in {town} deserves an hour off. Tag them.",
    card: {
      look: "offer",
      big: ["Tag a friend"],
      small: ["Who never sits down", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Said at {name} every single week. Which one of you was it?",
    card: {
      look: "quote",
      big: ["I only", "came in for", "a tidy-up."],
      small: ["Everybody, in {town}"],
    },
  },
];
