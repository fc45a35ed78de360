import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  reel(
    ["words", "Packed / by hand.", "{name}"],
    "Packed in {town}, with tissue, a note and a bit too much tape. Is this one on its way to you? {name}",
    { picture: "parcel" },
  ),
  post(
    ["question", "For you or / a present?", "A present. Honest / For me. Obviously"],
    "Help the {bare} team choose. You decide, we make the parcel.",
  ),
  post(
    ["split", "Shelf / Doorstep", "This morning / Soon"],
    "From a shelf in {town} to a doorstep somewhere else. A day at {name}, in two pictures.",
  ),
  post(
    ["words", "Folded. / For now.", "{name}"],
    "Some people fold like this. Nobody knows how. Tag the tidiest person you know in {town}.",
    { picture: "knitwear" },
  ),
  reel(
    ["words", "One / quiet / minute.", "{name}"],
    "One minute of quiet, from {name}. Breathe in, scroll on.",
  ),
  post(
    [
      "tips",
      "Presents / that stay",
      "Small, but good / One they’d not buy / Keep the receipt / Write the card",
    ],
    "Four ways to choose a present that gets used. Save it; you’ll need it sooner than you think.",
  ),
  post(
    ["hours", "Your / basket", "Pay day: full / Tuesday: browsing / Late night: oh no"],
    "We checked. It’s a personality test now. Which one are you? Love, {name}",
  ),
  post(
    ["offer", "Drop a hint", "Tag who should see this / From {name}"],
    "Somebody has been hinting for weeks. Tag who should be taking notes. Yours, {name} in {town}.",
  ),
  post(
    ["quote", "Will it fit / in the / smaller / box?", "Us, every day"],
    "Said over every box that leaves {name}. Which customer are we talking about?",
  ),
];
