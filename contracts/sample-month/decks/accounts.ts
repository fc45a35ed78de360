import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "The first conversation is the hardest one to start. Ours begins with the kettle. {name}, {town}.",
    card: { look: "words", big: ["Do", "come in."], small: ["{name}"] },
  },
  {
    kind: "reel",
    caption:
      "One word from our trade, explained before your coffee goes cold. Which should be next?",
    card: { look: "hours", big: ["In plain", "English,", "please."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Seeing an adviser, with us or anybody else in {town}? Bring these and save yourself a visit.",
    card: {
      look: "tips",
      big: ["Before you", "see us"],
      small: ["Write the question", "Bring the letter", "Note the dates", "Ask what it costs"],
    },
  },
  {
    kind: "post",
    caption:
      "Big plans start on paper. Bring yours to {name} and we’ll go through them with you, page by page.",
    card: { look: "words", big: ["Big plans.", "Small", "print."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "A safe space, {town}. The {bare} team has seen every kind of filing.",
    card: {
      look: "question",
      big: ["Filed or", "piled?"],
      small: ["Filed, by colour", "Piled, by feeling"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "What we’re handed and what we hand back. This is most of what we do at {name}.",
    card: { look: "split", big: ["A shoebox", "One page"], small: ["In", "Out"] },
  },
  {
    kind: "post",
    caption: "When to ring {name}, in one picture. Keep it by the phone.",
    card: {
      look: "hours",
      big: ["When to", "ring"],
      small: ["A letter came", "now", "A new idea", "soon", "Just worried", "any time"],
    },
  },
  {
    kind: "reel",
    caption:
      "The quiet hour, before the phones in {town} start. It’s when {name} does its best thinking. When is yours?",
    card: { look: "words", big: ["The quiet", "hour."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption:
      "There’s no such thing as a silly one. Ask it below and {name} will answer in plain words.",
    card: {
      look: "quote",
      big: ["Can I ask", "something", "silly?"],
      small: ["Always, in {town}"],
    },
  },
];
