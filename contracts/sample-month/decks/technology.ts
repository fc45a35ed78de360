import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  reel(
    ["words", "One last / bug.", "{name}"],
    "The lights of {town}, a cup of tea and one last bug. Good evening from {name}.",
    { picture: "keyboard" },
  ),
  post(
    ["quote", "Have you / turned it / off and on?", "{name}"],
    "It’s always the first question at {name}, and it works more often than we’d like to admit.",
  ),
  post(
    ["split", "Old way / New way", "A spreadsheet / A button"],
    "The same job, the old way and the new. Which one is your Monday?",
  ),
  post(
    ["words", "It just / works.", "{name}"],
    "The best technology is the kind you forget about. That’s what we work on at {name}, in {town}.",
    { picture: "card-reader" },
  ),
  post(
    [
      "tips",
      "Safer by / lunch",
      "Update everything / One password each / Two-step sign-in / Test the backup",
    ],
    "Safer by lunchtime. Send this to whoever looks after the computers at your place in {town}.",
  ),
  post(
    ["question", "Dark mode / or light?", "Dark. Always / I like to see"],
    "No wrong answers, only strong feelings. The {bare} team is split down the middle.",
  ),
  reel(
    ["hours", "The cloud / is just / someone’s / computer."],
    "Jargon, translated by {name}. Which word should be next?",
  ),
  post(
    ["hours", "What it / means", "Spinning: wait / Beeping: ring us / Smoke: unplug it"],
    "A field guide from the people who answer the phone at {name}. Which have you had this week?",
  ),
  post(
    ["offer", "Tag the one", "Who fixes the printer / From {name}"],
    "Every office in {town} has one. Tag yours and say thank you.",
  ),
];
