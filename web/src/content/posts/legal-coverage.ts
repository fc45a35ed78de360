import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "Had one with a red heading? Ring before you reply.",
    card: { look: "words", big: ["A letter", "is not", "a verdict."], small: [] },
  },
  {
    kind: "post",
    caption: "Free, and nobody in a wig.",
    card: {
      look: "hours",
      big: ["First", "half-hour"],
      small: ["Mon–Thu", "9–5.30", "Fri", "9–4.30", "Tue late", "until 7"],
    },
  },
  {
    kind: "post",
    caption: "Two words on one form. They decide who gets the house.",
    card: {
      look: "split",
      big: ["In common", "Jointly"],
      small: ["Your half goes by your will", "Your half goes to the other"],
    },
  },
  {
    kind: "post",
    caption: "If either is true, yes.",
    card: {
      look: "question",
      big: ["Do I need", "a will?"],
      small: ["You own something", "You love somebody"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "The order matters more than the shouting.",
    card: {
      look: "tips",
      big: ["Bumped", "at work?"],
      small: ["Write it down today", "Tell your manager", "See your GP", "Keep the shoes"],
    },
  },
  {
    kind: "post",
    caption: "Half an hour, a straight answer, a biscuit.",
    card: { look: "price", big: ["£0"], small: ["If we say “don’t sue”", "We say it often"] },
  },
  {
    kind: "reel",
    caption: "Three questions to ask anybody who offers it. Us too.",
    card: { look: "words", big: ["What “no", "win, no", "fee” leaves", "out."], small: [] },
  },
  {
    kind: "post",
    caption: "Names in by the thirtieth.",
    card: {
      look: "offer",
      big: ["Will Month"],
      small: ["A share goes to the hospice", "All of October"],
    },
  },
  {
    kind: "reel",
    caption: "Fifty seconds, no Latin.",
    card: { look: "words", big: ["Your", "neighbour’s", "hedge,", "in law."], small: [] },
  },
  {
    kind: "post",
    caption: "Second floor now, same Farah.",
    card: { look: "words", big: ["We moved", "your file.", "Not your", "lawyer."], small: [] },
  },
];
