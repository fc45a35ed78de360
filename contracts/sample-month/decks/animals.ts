import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Good boy.", "{name}"],
    "Yes, you. And you. Everybody’s welcome at {name}, {town}.",
  ),
  post(
    ["question", "Who’s in / charge?", "I am, obviously / Ask the one on the sofa"],
    "We think we know the answer in most homes in {town}. {name} is too polite to say.",
  ),
  reel(
    ["words", "Wait for / the tail."],
    "Half a minute of the best greeting in {town}. Filmed at {name}.",
  ),
  post(
    [
      "tips",
      "A calmer / visit",
      "Walk first / Bring a favourite toy / Take your time / Treats after",
    ],
    "Four things that help a nervous friend through our door. Save it, from {name}.",
  ),
  post(
    ["split", "Walking in / Walking out", "Not sure / Best friends"],
    "The same visit to {name}, from both ends of the lead.",
  ),
  post(
    ["hours", "What it / means", "One tail wag: hello / Two tail wags: walk? / Staring: dinner"],
    "A dictionary from the people who hear it all day at {name}.",
  ),
  post(
    ["offer", "Tag a friend", "Whose camera roll is fur / From {name}"],
    "Everybody in {town} has one in the family. Show us in the comments.",
  ),
  post(
    ["quote", "He’s never / like this / at home.", "Every owner in {town}"],
    "Heard at {name} every day. We believe you.",
  ),
];
