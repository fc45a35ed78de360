import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Your page / and a half."],
    "Four hundred pages on landlords. You get the page and a half that matter to you.",
  ),
  post(
    [
      "tips",
      "Offer / accepted",
      "Ring your solicitor / Book the survey / Read the lease / Don’t hand in notice",
    ],
    "Buying your first home: who does what, and when. Save it for offer day.",
    { slides: 5 },
  ),
  reel(
    ["price", "£10k", "Small claims / England and Wales"],
    "The limit of the small claims track. No barrister, one form, and often one morning.",
  ),
  post(
    ["words", "A letter / is not / a verdict."],
    "Had one with a red heading? Ring before you reply.",
  ),
  post(
    ["hours", "First / half-hour", "Mon–Thu: 9–5.30 / Fri: 9–4.30 / Tue late: until 7"],
    "Free, and nobody in a wig.",
  ),
  post(
    ["split", "In common / Jointly", "Your half goes by your will / Your half goes to the other"],
    "Two words on one form. They decide who gets the house.",
    { slides: 1 },
  ),
  post(
    ["question", "Do I need / a will?", "You own something / You love somebody"],
    "If either is true, yes.",
  ),
  post(
    [
      "tips",
      "Bumped / at work?",
      "Write it down today / Tell your manager / See your GP / Keep the shoes",
    ],
    "The order matters more than the shouting.",
  ),
  post(
    ["price", "£0", "If we say “don’t sue” / We say it often"],
    "Half an hour, a straight answer, a biscuit.",
  ),
  reel(
    ["words", "What “no / win, no / fee” leaves / out."],
    "Three questions to ask anybody who offers it. Us too.",
  ),
  post(
    ["offer", "Will Month", "A share goes to the hospice / All of October"],
    "Names in by the thirtieth.",
  ),
  reel(["words", "Your / neighbour’s / hedge, / in law."], "Fifty seconds, no Latin."),
  post(["words", "We moved / your file. / Not your / lawyer."], "Second floor now, same Farah."),
];
