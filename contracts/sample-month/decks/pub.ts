import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Your usual?", "{name}"],
    "It’s a small word and it means you’re home. See you at {name}, {town}.",
  ),
  post(
    ["question", "Bar or / corner table?", "Bar, for the news / Corner, for the quiet"],
    "Everybody at {name} has a favourite spot. Where’s yours, {town}?",
  ),
  reel(
    ["words", "Listen."],
    "The door, the hello, the first glass on the bar. Twenty seconds of {name}.",
  ),
  post(
    ["split", "Five / Nine", "“Just one” / “One more”"],
    "The same stool at {name}, four hours apart. We’re not naming anybody.",
  ),
  post(
    [
      "hours",
      "What are / you here for?",
      "The chat: pull up a stool / The quiz: bring a pen / The quiet: by the window",
    ],
    "All good reasons to walk down to {name}. Which one’s yours?",
  ),
  post(
    [
      "tips",
      "Win the / pub quiz",
      "Bring somebody older / Bring somebody younger / First answer, mostly / Nice handwriting",
    ],
    "Advice from the people who mark the sheets in {town}. Save it, from {name}.",
  ),
  post(
    ["offer", "Tag the one", "Whose round it is / From {name}"],
    "They know. {town} knows. Tag them anyway.",
  ),
  post(
    ["quote", "I only / came in to / shelter from / the rain.", "Half of {town}"],
    "Heard at {name} all year round, whatever the weather.",
  ),
];
