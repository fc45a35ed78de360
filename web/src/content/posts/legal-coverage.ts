import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    picture: "law-books",
    kind: "post",
    caption: "Four hundred pages on landlords. You get the page and a half that matter to you.",
    card: { look: "words", big: ["Your page", "and a half."], small: [] },
  },
  {
    kind: "post",
    slides: 5,
    caption: "Buying your first home: who does what, and when. Save it for offer day.",
    card: {
      look: "tips",
      big: ["Offer", "accepted"],
      small: ["Ring your solicitor", "Book the survey", "Read the lease", "Don’t hand in notice"],
    },
  },
  {
    kind: "reel",
    caption: "The limit of the small claims track. No barrister, one form, and often one morning.",
    card: { look: "price", big: ["£10k"], small: ["Small claims", "England and Wales"] },
  },
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
