import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "Coat off, shoulders down, tell us everything. Your chair at {name} is waiting, {town}.",
    card: { look: "words", big: ["Take", "a seat."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Be honest, {town}. Nobody at {name} will tell.",
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
    caption: "A message for anybody in {town} holding the kitchen scissors right now.",
    card: { look: "hours", big: ["Don’t cut", "your own", "fringe."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four things that help us get it right. Save it for your next visit to {name}.",
    card: {
      look: "tips",
      big: ["Bring this"],
      small: ["A picture you like", "One you don’t", "How you wear it now", "How long you’ve got"],
    },
  },
  {
    kind: "post",
    caption: "The unwritten rules of {name}. Silence is on the house.",
    card: {
      look: "hours",
      big: ["Chair talk"],
      small: ["Holidays", "always", "The weather", "briefly", "Nothing at all", "also fine"],
    },
  },
  {
    kind: "post",
    caption: "They’ve been saying it for weeks, {town}. Help them along.",
    card: { look: "offer", big: ["Tag a friend"], small: ["Who’s due a cut", "From {name}"] },
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
