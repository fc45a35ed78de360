import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "What’s for / tea?", "{name}"],
    "You’ve had a long day, {town}. Let somebody else answer that one. {name}",
    { picture: "table-for-two" },
  ),
  post(
    ["question", "Share it / or guard it?", "One for the table / Hands off my plate"],
    "An honest question from {name}. We’ve seen forks crossed over this one.",
  ),
  reel(
    ["words", "Sound / on."],
    "There’s a moment when it hits the heat. We never get tired of it. {name}, {town}.",
  ),
  post(
    ["split", "Six o’clock / Nine o’clock", "Calm / Not calm"],
    "Two hours that look nothing alike. An evening at {name}, in two pictures.",
  ),
  post(
    [
      "hours",
      "Which one / are you?",
      "Orders first: decisive / Reads it all: thorough / Copies you: wise",
    ],
    "There’s one of each in every group that eats at {name}. Tag yours.",
  ),
  post(
    [
      "tips",
      "Feeding a / crowd?",
      "Ask who eats what / Order one extra / Something to share / Leave room after",
    ],
    "Four things the {bare} kitchen would tell a friend. Save it for the next get-together in {town}.",
  ),
  post(
    ["offer", "Tag a friend", "Who never cooks / From {name}"],
    "We’re not naming names, {town}. You can. Tag them.",
  ),
  post(
    ["quote", "I’m full. / What’s for / afters?", "Every night, in {town}"],
    "Said at {name} every single night, usually in one breath.",
  ),
];
