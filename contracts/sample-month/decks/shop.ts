import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Come in, / look round.", "{name}"],
    "No list, no hurry, no “can I help you”. The door’s open at {name}, {town}.",
  ),
  post(
    ["question", "For you or / a present?", "A present. Honest / For me. Obviously"],
    "We’ll wrap it either way. Be honest, {town}.",
  ),
  post(
    ["split", "Box / Shelf", "This morning / Your turn"],
    "New things arrive, and we put everything down to open them. {name}, {town}.",
  ),
  reel(["words", "New in."], "The sound of the tape coming off. Half a minute at {name}, {town}."),
  post(
    [
      "tips",
      "Presents / that stay",
      "Small, but good / One they’d not buy / Keep the receipt / Write the card",
    ],
    "Four ways to choose a present that gets used. Save it, from {name}.",
  ),
  post(
    [
      "hours",
      "Which / visitor?",
      "Just looking: welcome / On a mission: this way / Out of the rain: also welcome",
    ],
    "All three are our favourite kind at {name}. Which are you today, {town}?",
  ),
  post(
    ["offer", "Drop a hint", "Tag who should see this / From {name}"],
    "Somebody has been hinting for weeks. Tag who should be taking notes in {town}.",
  ),
  post(
    ["quote", "I wasn’t / going to buy / anything.", "Everybody, at the till"],
    "Heard at {name} more than any other sentence. We never believe it.",
  ),
];
