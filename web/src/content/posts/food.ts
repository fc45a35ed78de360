import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Gone / by ten.", "Sourdough, daily"],
    "Out of the oven at six. Usually gone by ten, so we keep your name on one.",
    { picture: "bakery-queue" },
  ),
  post(
    ["price", "£4.50", "Flat white and a bun / Weekdays to nine"],
    "For anybody on the early train. Say “platform” and it’s in your hand.",
  ),
  reel(
    ["question", "Brown or / red?", "Brown sauce / Ketchup"],
    "Loser washes up. Vote until Friday.",
  ),
  post(
    ["words", "Soup’s / leek. / Again.", "Wednesday"],
    "You asked, we gave in. Leek until it runs out.",
  ),
  post(
    ["quote", "I came / for one / egg.", "Marge, table four"],
    "Marge stayed for three hours and the crossword.",
  ),
  post(
    [
      "tips",
      "Better / toast",
      "Day-old bread / Butter first, then heat / Salt at the end / Eat standing up",
    ],
    "Free advice from people who make 200 slices a day.",
  ),
  reel(["split", "5.58 am / 7.01 am", "Flour / You, with a bun"], "An hour in twenty seconds."),
  post(
    ["offer", "Kids eat free", "One per grown-up / Half-term, before noon"],
    "They get the good crayons as well.",
  ),
  reel(["words", "The hiss / is the / best bit."], "Sound on for this one."),
  post(
    ["price", "£9", "Shakshuka for one / Weekends only"],
    "Bring somebody you like; the bread is big.",
  ),
  post(
    ["question", "Butter to / the edge?", "Obviously / Leave before ten"],
    "A house rule, put to the vote.",
  ),
  post(
    ["hours", "Bank / holiday", "Fri: 8–3 / Sat: 8–4 / Sun: 9–4 / Mon: closed"],
    "On Monday we’re on the beach. Say hello.",
  ),
  post(
    ["words", "We’re / hiring / a Saturday / smile."],
    "Sixteen or over, fond of mornings. Bring a CV or a joke.",
  ),
];
