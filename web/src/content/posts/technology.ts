import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Works / in a / field."],
    "Take a payment at the market, on the van, in a field. No signal needed.",
  ),
  post(
    [
      "tips",
      "Open / by nine",
      "Scan a barcode / Name a price / Plug in the drawer / Sell something",
    ],
    "Set it up on a Monday morning. The kettle takes longer.",
  ),
  reel(
    ["price", "£19", "A month, per till / No contract"],
    "Per month, per till. The tenth till costs the same as the first.",
  ),
  post(
    ["words", "No signal? / No matter."],
    "It saves the sale and sends it when the bars are back.",
  ),
  post(
    ["quote", "My dad / uses it. / My dad!", "Imran, butcher"],
    "Imran’s dad is 74 and has opinions about tills.",
  ),
  post(
    ["question", "Paper or / text?", "Text, please / Paper, for the shoebox"],
    "Your customers choose at the till now.",
  ),
  post(
    ["hours", "Help is / a person", "Mon–Fri: 7–8 / Sat: 8–6 / Sun: 9–1"],
    "In Manchester. Her name is often Steph.",
  ),
  post(
    [
      "tips",
      "Before a / busy day",
      "Charge the reader / Check the roll / Test the drawer / Load the float",
    ],
    "Tape this to the till.",
  ),
  post(
    ["offer", "Free reader", "With your second till / This month"],
    "For the stall, the van or the other end of the bar.",
  ),
  reel(
    ["split", "14 taps / 4 taps", "The old way / Since Tuesday"],
    "We counted on camera. Twice.",
  ),
  post(
    ["price", "1.4%", "Per card payment / No monthly minimum"],
    "The whole tariff is on one line. This is the line.",
  ),
  post(
    ["words", "We broke / refunds. / Fixed.", "9.14 to 9.31"],
    "Seventeen minutes on Tuesday. Here’s what happened and what we changed.",
  ),
  reel(
    ["words", "What did / we sell / in the / rain?"],
    "Ask it. It knows which Tuesdays were wet.",
  ),
];
