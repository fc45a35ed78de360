import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Take / a seat.", "{name}"],
    "Coat off, shoulders down, tell us everything. Your chair at {name} is waiting, {town}.",
    { picture: "hair-cut" },
  ),
  post(
    ["question", "Big change / or a trim?", "Surprise me / Just the ends"],
    "Be honest, {town}. Nobody at {name} will tell.",
  ),
  post(
    ["split", "In / Out", "Hood up / Hood down"],
    "The walk in and the walk out. Our favourite change of scene at {name}.",
  ),
  reel(
    ["hours", "Don’t cut / your own / fringe."],
    "A message for anybody in {town} holding the kitchen scissors right now.",
  ),
  post(
    [
      "tips",
      "Bring this",
      "A picture you like / One you don’t / How you wear it now / How long you’ve got",
    ],
    "Four things that help us get it right. Save it for your next visit to {name}.",
  ),
  post(
    ["hours", "Chair talk", "Holidays: always / The weather: briefly / Nothing at all: also fine"],
    "The unwritten rules of {name}. Silence is on the house.",
  ),
  post(
    ["offer", "Tag a friend", "Who’s due a cut / From {name}"],
    "They’ve been saying it for weeks, {town}. Help them along.",
  ),
  post(
    ["quote", "I only / came in for / a tidy-up.", "Everybody, in {town}"],
    "Said at {name} every single week. Which one of you was it?",
  ),
];
