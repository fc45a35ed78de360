import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Forty / at a / time."],
    "Cedar, moss and a bit of Tuesday evening. Poured in the shed, forty at a time.",
  ),
  post(
    ["quote", "The box / was nearly / as nice.", "Ros, Lancaster"],
    "Ordered on Wednesday, worn on Friday. Thank you for the picture, Ros.",
  ),
  reel(
    ["hours", "Last / orders", "Scotland: 18 Dec / Great Britain: 20 Dec / Kendal: 24 Dec, noon"],
    "Screenshot this for Christmas. We mean it about the twentieth.",
  ),
  post(
    ["words", "It fits / through / the letter / box."],
    "No card from the courier, no trip to the depot.",
  ),
  post(
    ["price", "£24", "Lambswool beanie / Five colours"],
    "Knitted by Anne and her sister, who argue about the ribbing.",
  ),
  post(
    [
      "tips",
      "Wash wool / like this",
      "Cool and by hand / No wringing / Dry it flat / Cedar, not mothballs",
    ],
    "Saved more jumpers than we have sold.",
  ),
  post(
    ["question", "Oat or / rust?", "Oat goes with all / Rust goes with you"],
    "We can only dye one this week. Vote by six.",
  ),
  reel(
    ["split", "Monday / Friday", "Sheet of wool / On your head"],
    "Five days in the workshop, in thirty seconds.",
  ),
  post(
    ["hours", "Market / stall", "Kendal: Wed and Sat / Keswick: Sat / Lancaster: first Sunday"],
    "Come and feel it before you order.",
  ),
  post(
    ["quote", "My dog / has stolen / it twice.", "Bev, Settle"],
    "Bev has bought a third. For the dog.",
  ),
  post(
    ["offer", "Buy the seconds", "A third off / Tiny flaws, shown in red"],
    "We circle every flaw so that you know what you get.",
  ),
  reel(["words", "How we / fold a / box in / six moves."], "Jo holds the record: 4.1 seconds."),
  post(
    ["words", "Changed / your mind? / Fine.", "30 days"],
    "Thirty days, not fourteen. The label is already in the box.",
  ),
];
