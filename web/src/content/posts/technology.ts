import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    picture: "card-reader",
    kind: "post",
    caption: "Take a payment at the market, on the van, in a field. No signal needed.",
    card: { look: "words", big: ["Works", "in a", "field."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Set it up on a Monday morning. The kettle takes longer.",
    card: {
      look: "tips",
      big: ["Open", "by nine"],
      small: ["Scan a barcode", "Name a price", "Plug in the drawer", "Sell something"],
    },
  },
  {
    kind: "reel",
    caption: "Per month, per till. The tenth till costs the same as the first.",
    card: { look: "price", big: ["£19"], small: ["A month, per till", "No contract"] },
  },
  {
    kind: "post",
    caption: "It saves the sale and sends it when the bars are back.",
    card: { look: "words", big: ["No signal?", "No matter."], small: [] },
  },
  {
    kind: "post",
    caption: "Imran’s dad is 74 and has opinions about tills.",
    card: { look: "quote", big: ["My dad", "uses it.", "My dad!"], small: ["Imran, butcher"] },
  },
  {
    kind: "post",
    caption: "Your customers choose at the till now.",
    card: {
      look: "question",
      big: ["Paper or", "text?"],
      small: ["Text, please", "Paper, for the shoebox"],
    },
  },
  {
    kind: "post",
    caption: "In Manchester. Her name is often Steph.",
    card: {
      look: "hours",
      big: ["Help is", "a person"],
      small: ["Mon–Fri", "7–8", "Sat", "8–6", "Sun", "9–1"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Tape this to the till.",
    card: {
      look: "tips",
      big: ["Before a", "busy day"],
      small: ["Charge the reader", "Check the roll", "Test the drawer", "Load the float"],
    },
  },
  {
    kind: "post",
    caption: "For the stall, the van or the other end of the bar.",
    card: { look: "offer", big: ["Free reader"], small: ["With your second till", "This month"] },
  },
  {
    kind: "reel",
    caption: "We counted on camera. Twice.",
    card: { look: "split", big: ["14 taps", "4 taps"], small: ["The old way", "Since Tuesday"] },
  },
  {
    kind: "post",
    caption: "The whole tariff is on one line. This is the line.",
    card: { look: "price", big: ["1.4%"], small: ["Per card payment", "No monthly minimum"] },
  },
  {
    kind: "post",
    caption: "Seventeen minutes on Tuesday. Here is what happened and what we changed.",
    card: { look: "words", big: ["We broke", "refunds.", "Fixed."], small: ["9.14 to 9.31"] },
  },
  {
    kind: "reel",
    caption: "Ask it. It knows which Tuesdays were wet.",
    card: { look: "words", big: ["What did", "we sell", "in the", "rain?"], small: [] },
  },
];
