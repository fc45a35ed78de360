import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Mud is / fine.", "{name}"],
    "Boots on, kettle later. Good morning from {name}, {town}.",
  ),
  post(
    ["question", "Neat or / wild?", "Straight edges / Let it grow"],
    "Two kinds of garden in {town}, and {name} is fond of both.",
  ),
  reel(
    ["words", "One metre / at a time."],
    "Half a minute of a long, good day outdoors. {name}, {town}.",
  ),
  post(
    ["split", "Before / After", "Somewhere in there / A path"],
    "The same corner of {town}, a few days apart. Work we love at {name}.",
  ),
  post(
    ["tips", "Start / small", "One corner / One tool / One plant you love / Sit down in it"],
    "How to begin when you don’t know where to. Save it, from {name}.",
  ),
  post(
    ["hours", "What it / needs", "Too wet: patience / Too dry: water / Just right: a chair"],
    "A rough guide to any garden in {town}, from {name}.",
  ),
  post(
    ["offer", "Tag a friend", "With green fingers / From {name}"],
    "Or the opposite of green fingers. We can help either, {town}.",
  ),
  post(
    ["quote", "I’ve never / kept one / alive.", "Everybody, at first"],
    "You’ve not met the right one yet. Ask {name}, in {town}.",
  ),
];
