import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  reel(
    ["words", "Let it / rain.", "{name}"],
    "Rain in {town}? Let it. There’s nothing like watching it bead. Filmed at {name}.",
  ),
  post(
    [
      "tips",
      "Before the / MOT",
      "Try every bulb / Fill the washer / Look at the tyres / Clear the boot",
    ],
    "Test coming up? Do these on Sunday, with love from {name}, and you may not need us.",
  ),
  reel(
    ["words", "In its / place.", "{name}"],
    "Everything in its place. It’s how we like our tools at {name}, and how we’d treat your car.",
    { picture: "spanners" },
  ),
  post(
    ["question", "Does yours / have a name?", "Of course it does / It’s a car"],
    "Come on, {town}, own up. Everybody at {name} has a favourite answer.",
  ),
  post(
    ["split", "Monday / Friday", "Muddy / Mirror"],
    "One car, two pictures, and a very happy owner somewhere in {town}.",
  ),
  post(
    ["words", "Your first / car?", "{name}"],
    "There’s a feeling you only get when somebody hands you the keys. Tell {name} about your first car.",
    { picture: "keys" },
  ),
  post(
    ["hours", "What’s that / noise?", "Squeak: soon / Grind: today / Silence: push"],
    "A rough guide from {name}. If in doubt, ring us before you turn the radio up.",
  ),
  post(
    ["offer", "Tag the one", "With the warning light / From {name}"],
    "You know who you are. So does the rest of {town}. Tag them.",
  ),
  post(
    ["quote", "It’s only / started / doing that / today.", "Every driver in {town}"],
    "Heard at {name} more than any other sentence. We’ve never once believed it.",
  ),
];
