import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    picture: "blue-door",
    caption:
      "If you’ve walked past our window and wondered: come in and ask. {name} knows {town} street by street.",
    card: { look: "words", big: ["Do", "come in."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "What would you look at first, {town}? {name} is taking notes.",
    card: {
      look: "question",
      big: ["Kitchen or", "garden?"],
      small: ["A table that seats all", "A chair in the sun"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Four things to do in any home you look at in {town}. Save it for Saturday, from {name}.",
    card: {
      look: "tips",
      big: ["At a", "viewing"],
      small: ["Run the taps", "Listen at the window", "Ask about the bills", "Walk the street"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The kettle comes out first. It always does. {name}, {town}.",
    card: { look: "split", big: ["Boxes", "Home"], small: ["Day one", "Day two"] },
  },
  {
    kind: "reel",
    caption: "Half a minute through one front door in {town}. Filmed by {name}.",
    card: { look: "hours", big: ["Walk", "round with", "me."], small: [] },
  },
  {
    kind: "post",
    caption: "What the words mean. From {name}, who promise to be careful with them.",
    card: {
      look: "hours",
      big: ["In plain", "words"],
      small: ["Compact", "small", "Characterful", "old", "Rare", "we mean it"],
    },
  },
  {
    kind: "post",
    caption: "For fun, they say. {town}, you know who.",
    card: {
      look: "offer",
      big: ["Tag a friend"],
      small: ["Who reads the listings", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "It isn’t always the kitchen. Which moment was yours, {town}? {name}",
    card: {
      look: "quote",
      big: ["We knew", "when we saw", "the front", "door."],
      small: ["Heard most months"],
    },
  },
];
