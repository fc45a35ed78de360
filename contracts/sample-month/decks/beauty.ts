import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "Phone in the bag, shoulders down. An hour at {name} is an hour nobody in {town} can reach you.",
    card: { look: "words", big: ["Shoulders", "down."], small: ["{name}"] },
  },
  {
    kind: "reel",
    picture: "lipsticks",
    caption: "One of these is yours. Come and find out which at {name}; we’ve got good light.",
    card: { look: "words", big: ["Which", "is yours?"], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "You choose, every time. Nobody at {name} minds either way.",
    card: {
      look: "question",
      big: ["Quiet or", "a chat?"],
      small: ["Not a word, please", "Tell me everything"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same week, with an hour at {name} in the middle of it.",
    card: { look: "split", big: ["Monday", "Friday"], small: ["Rushed", "Ready"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four small things that make your hour in {town} better. Save it, from {name}.",
    card: {
      look: "tips",
      big: ["Before you", "come"],
      small: ["Eat something", "Come five early", "Tell us what you avoid", "Phone on silent"],
    },
  },
  {
    kind: "post",
    caption: "They all count at {name}. Which is yours, {town}?",
    card: {
      look: "hours",
      big: ["What’s the", "occasion?"],
      small: ["A wedding", "yes", "A birthday", "yes", "A Tuesday", "oh yes"],
    },
  },
  {
    kind: "post",
    caption: "Somebody in {town} deserves an hour off. Tag them.",
    card: { look: "offer", big: ["Tag a friend"], small: ["Who never sits down", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Our favourite thing anybody says at {name}.",
    card: {
      look: "quote",
      big: ["I’d forgotten", "what quiet", "sounds like."],
      small: ["Heard on the way out"],
    },
  },
];
