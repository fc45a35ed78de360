import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Do / come in.", "{name}"],
    "If you’ve walked past our window and wondered: come in and ask. {name} knows {town} street by street.",
    { picture: "blue-door" },
  ),
  post(
    ["question", "Kitchen or / garden?", "A table that seats all / A chair in the sun"],
    "What would you look at first, {town}? {name} is taking notes.",
  ),
  post(
    [
      "tips",
      "At a / viewing",
      "Run the taps / Listen at the window / Ask about the bills / Walk the street",
    ],
    "Four things to do in any home you look at in {town}. Save it for Saturday, from {name}.",
  ),
  post(
    ["split", "Boxes / Home", "Day one / Day two"],
    "The kettle comes out first. It always does. {name}, {town}.",
  ),
  reel(
    ["hours", "Walk / round with / me."],
    "Half a minute through one front door in {town}. Filmed by {name}.",
  ),
  post(
    ["hours", "In plain / words", "Compact: small / Characterful: old / Rare: we mean it"],
    "What the words mean. From {name}, who promise to be careful with them.",
  ),
  post(
    ["offer", "Tag a friend", "Who reads the listings / From {name}"],
    "For fun, they say. {town}, you know who.",
  ),
  post(
    ["quote", "We knew / when we saw / the front / door.", "Heard most months"],
    "It isn’t always the kitchen. Which moment was yours, {town}? {name}",
  ),
];
