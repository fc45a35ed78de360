import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(["words", "Kettle on?", "{name}"], "We’ll wipe our feet. {name}, at home in {town}."),
  post(
    [
      "tips",
      "Before we / come",
      "Clear a path / Say what you’ve tried / Take a picture / Keep the dog company",
    ],
    "Four small things that save you time and money, whoever comes. From {name}, {town}.",
  ),
  post(
    ["question", "Fix it or / ring us?", "I’ve seen a video / Straight on the phone"],
    "Be honest, {town}. The {bare} van has followed a few videos.",
  ),
  post(
    ["split", "Before / After", "Hold this / As you were"],
    "A morning’s work in {town}, in two pictures. {name}",
  ),
  reel(
    ["words", "Nobody / sees this / bit."],
    "It’s out of sight afterwards, so it had better be right. Filmed by {name} in {town}.",
  ),
  post(
    [
      "hours",
      "How soon / is soon?",
      "It’s an emergency: ring now / It’s annoying: this week / It’s a plan: let’s talk",
    ],
    "When to ring {name}, in one picture. Keep it by the phone.",
  ),
  post(
    ["offer", "Tag a friend", "With “a quick job” / From {name}"],
    "They’ve been living with it for months. {town}, you know who.",
  ),
  post(
    ["quote", "While / you’re / here.", "Every house in {town}"],
    "Three little words. {name} has heard them all, and usually says yes.",
  ),
];
