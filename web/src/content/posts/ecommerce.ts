import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    picture: "candle",
    kind: "post",
    caption: "Cedar, moss and a bit of Tuesday evening. Poured in the shed, forty at a time.",
    card: { look: "words", big: ["Forty", "at a", "time."], small: [] },
  },
  {
    kind: "post",
    caption: "Ordered on Wednesday, worn on Friday. Thank you for the picture, Ros.",
    card: {
      look: "quote",
      big: ["The box", "was nearly", "as nice."],
      small: ["Ros, Lancaster"],
    },
  },
  {
    kind: "reel",
    caption: "Screenshot this for Christmas. We mean it about the twentieth.",
    card: {
      look: "hours",
      big: ["Last", "orders"],
      small: ["Scotland", "18 Dec", "Great Britain", "20 Dec", "Kendal", "24 Dec, noon"],
    },
  },
  {
    kind: "post",
    caption: "No card from the courier, no trip to the depot.",
    card: { look: "words", big: ["It fits", "through", "the letter", "box."], small: [] },
  },
  {
    kind: "post",
    caption: "Knitted by Anne and her sister, who argue about the ribbing.",
    card: { look: "price", big: ["£24"], small: ["Lambswool beanie", "Five colours"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Saved more jumpers than we have sold.",
    card: {
      look: "tips",
      big: ["Wash wool", "like this"],
      small: ["Cool and by hand", "No wringing", "Dry it flat", "Cedar, not mothballs"],
    },
  },
  {
    kind: "post",
    caption: "We can only dye one this week. Vote by six.",
    card: {
      look: "question",
      big: ["Oat or", "rust?"],
      small: ["Oat goes with all", "Rust goes with you"],
    },
  },
  {
    kind: "reel",
    caption: "Five days in the workshop, in thirty seconds.",
    card: { look: "split", big: ["Monday", "Friday"], small: ["Sheet of wool", "On your head"] },
  },
  {
    kind: "post",
    caption: "Come and feel it before you order.",
    card: {
      look: "hours",
      big: ["Market", "stall"],
      small: ["Kendal", "Wed and Sat", "Keswick", "Sat", "Lancaster", "first Sunday"],
    },
  },
  {
    kind: "post",
    caption: "Bev has bought a third. For the dog.",
    card: { look: "quote", big: ["My dog", "has stolen", "it twice."], small: ["Bev, Settle"] },
  },
  {
    kind: "post",
    caption: "We circle every flaw so that you know what you get.",
    card: {
      look: "offer",
      big: ["Buy the seconds"],
      small: ["A third off", "Tiny flaws, shown in red"],
    },
  },
  {
    kind: "reel",
    caption: "Jo holds the record: 4.1 seconds.",
    card: { look: "words", big: ["How we", "fold a", "box in", "six moves."], small: [] },
  },
  {
    kind: "post",
    caption: "Thirty days, not fourteen. The label is already in the box.",
    card: { look: "words", big: ["Changed", "your mind?", "Fine."], small: ["30 days"] },
  },
];
