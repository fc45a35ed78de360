import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "You’ve had a long day, {town}. Let somebody else answer that one. {name}",
    card: { look: "words", big: ["What’s for", "tea?"], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "An honest question from {name}. We’ve seen forks crossed over this one.",
    card: {
      look: "question",
      big: ["Share it", "or guard it?"],
      small: ["One for the table", "Hands off my plate"],
    },
  },
  {
    kind: "reel",
    caption: "There’s a moment when it hits the heat. We never get tired of it. {name}, {town}.",
    card: { look: "words", big: ["Sound", "on."], small: [] },
  },
  {
    kind: "post",
    slides: 2,
    caption: "Two hours that look nothing alike. An evening at {name}, in two pictures.",
    card: { look: "split", big: ["Six o’clock", "Nine o’clock"], small: ["Calm", "Not calm"] },
  },
  {
    kind: "post",
    caption: "There’s one of each in every group that eats at {name}. Tag yours.",
    card: {
      look: "hours",
      big: ["Which one", "are you?"],
      small: ["Orders first", "decisive", "Reads it all", "thorough", "Copies you", "wise"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Four things the {bare} kitchen would tell a friend. Save it for the next get-together in {town}.",
    card: {
      look: "tips",
      big: ["Feeding a", "crowd?"],
      small: ["Ask who eats what", "Order one extra", "Something to share", "Leave room after"],
    },
  },
  {
    kind: "post",
    caption: "We’re not naming names, {town}. You can. Tag them.",
    card: { look: "offer", big: ["Tag a friend"], small: ["Who never cooks", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Said at {name} every single night, usually in one breath.",
    card: {
      look: "quote",
      big: ["I’m full.", "What’s for", "afters?"],
      small: ["Every night, in {town}"],
    },
  },
];
