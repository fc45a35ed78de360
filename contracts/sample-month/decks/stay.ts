import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Sleep in.", "{name}"],
    "Nobody’s expecting you anywhere. A slow morning in {town}, from {name}.",
    { picture: "seaside-hotel" },
  ),
  post(
    ["question", "Unpack or / explore?", "Everything in drawers / Bags down, out we go"],
    "Two ways to begin a weekend in {town}. Which one do you travel with? {name}",
  ),
  reel(
    ["words", "Key in / the door."],
    "The best two seconds of any trip. Yours is waiting in {town}, at {name}.",
  ),
  post(
    [
      "tips",
      "Pack for / {town}",
      "Shoes you can walk in / A coat, to be safe / A book you’ll finish / Room for presents",
    ],
    "From the people who see what everybody forgets. Save it for your next trip, from {name}.",
  ),
  post(
    ["split", "Friday / Sunday", "Emails / What emails?"],
    "Two nights can do that. Ask anybody who’s stayed at {name}.",
  ),
  post(
    ["hours", "A day in / {town}", "Morning: wander / Afternoon: wander / Evening: feet up"],
    "We’ve tested this timetable thoroughly at {name}. It works.",
  ),
  post(
    ["offer", "Tag a friend", "Who needs a weekend / From {name}"],
    "You know exactly who. Send them this and look up the trains to {town}.",
  ),
  post(
    ["quote", "Can we / stay one / more night?", "Everybody, on the last day"],
    "It’s the nicest thing anybody says at {name}.",
  ),
];
