import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "reel",
    picture: "parcel",
    caption:
      "Packed in {town}, with tissue, a note and a bit too much tape. Is this one on its way to you? {name}",
    card: { look: "words", big: ["Packed", "by hand."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Help the {bare} team choose. You decide, we make the parcel.",
    card: {
      look: "question",
      big: ["For you or", "a present?"],
      small: ["A present. Honest", "For me. Obviously"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption:
      "From a shelf in {town} to a doorstep somewhere else. A day at {name}, in two pictures.",
    card: { look: "split", big: ["Shelf", "Doorstep"], small: ["This morning", "Soon"] },
  },
  {
    kind: "post",
    picture: "knitwear",
    caption:
      "Some people fold like this. Nobody knows how. Tag the tidiest person you know in {town}.",
    card: { look: "words", big: ["Folded.", "For now."], small: ["{name}"] },
  },
  {
    kind: "reel",
    caption: "One minute of quiet, from {name}. Breathe in, scroll on.",
    card: { look: "words", big: ["One", "quiet", "minute."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Four ways to choose a present that gets used. Save it; you’ll need it sooner than you think.",
    card: {
      look: "tips",
      big: ["Presents", "that stay"],
      small: ["Small, but good", "One they’d not buy", "Keep the receipt", "Write the card"],
    },
  },
  {
    kind: "post",
    caption: "We checked. It’s a personality test now. Which one are you? Love, {name}",
    card: {
      look: "hours",
      big: ["Your", "basket"],
      small: ["Pay day", "full", "Tuesday", "browsing", "Late night", "oh no"],
    },
  },
  {
    kind: "post",
    caption:
      "Somebody has been hinting for weeks. Tag who should be taking notes. Yours, {name} in {town}.",
    card: {
      look: "offer",
      big: ["Drop a hint"],
      small: ["Tag who should see this", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Said over every box that leaves {name}. Which customer are we talking about?",
    card: {
      look: "quote",
      big: ["Will it fit", "in the", "smaller", "box?"],
      small: ["Us, every day"],
    },
  },
];
