import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Ask us / anything.", "{name}"],
    "How much for how many, how long and how hot: it’s what we’re for. Come and ask at {name}, {town}.",
  ),
  post(
    [
      "tips",
      "Shop like / a regular",
      "Say who you’re feeding / Ask what’s good today / Ask how to cook it / Bring a bag",
    ],
    "Four things to say at our counter, and you’ll eat better in {town} this week. With love from {name}.",
  ),
  post(
    ["question", "List or / no list?", "I know what I want / Surprise me"],
    "Two kinds of people come through the door at {name}. Which are you, {town}?",
  ),
  post(
    ["split", "Early / Late", "Full counter / Empty counter"],
    "The same counter at {name}, at both ends of a good day. The early ones get the pick.",
  ),
  reel(
    ["words", "Watch the / hands."],
    "Nobody at {name} talks during this part. Years of practice, in half a minute.",
  ),
  post(
    ["hours", "How long / have you got?", "No time: ask us / An hour: ask us / All day: lucky you"],
    "Whatever the answer, there’s a supper in it. Come and see {name} in {town}.",
  ),
  post(
    ["offer", "Tag the cook", "Who feeds everybody / From {name}"],
    "Every family in {town} has one. Tag yours and say thank you.",
  ),
  post(
    ["quote", "What would / you have / tonight?", "Our favourite question"],
    "Ask it at {name}. We think about it from the moment we open the door.",
  ),
];
