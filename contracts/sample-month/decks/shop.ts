import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "No list, no hurry, no “can I help you”. The door’s open at {name}, {town}.",
    card: { look: "words", big: ["Come in,", "look round."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "We’ll wrap it either way. Be honest, {town}.",
    card: {
      look: "question",
      big: ["For you or", "a present?"],
      small: ["A present. Honest", "For me. Obviously"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "New things arrive, and we put everything down to open them. {name}, {town}.",
    card: { look: "split", big: ["Box", "Shelf"], small: ["This morning", "Your turn"] },
  },
  {
    kind: "reel",
    caption: "The sound of the tape coming off. Half a minute at {name}, {town}.",
    card: { look: "words", big: ["New in."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four ways to choose a present that gets used. Save it, from {name}.",
    card: {
      look: "tips",
      big: ["Presents", "that stay"],
      small: ["Small, but good", "One they’d not buy", "Keep the receipt", "Write the card"],
    },
  },
  {
    kind: "post",
    caption: "All three are our favourite kind at {name}. Which are you today, {town}?",
    card: {
      look: "hours",
      big: ["Which", "visitor?"],
      small: [
        "Just looking",
        "welcome",
        "On a mission",
        "this way",
        "Out of the rain",
        "also welcome",
      ],
    },
  },
  {
    kind: "post",
    caption: "Somebody has been hinting for weeks. Tag who should be taking notes in {town}.",
    card: {
      look: "offer",
      big: ["Drop a hint"],
      small: ["Tag who should see this", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Heard at {name} more than any other sentence. We never believe it.",
    card: {
      look: "quote",
      big: ["I wasn’t", "going to buy", "anything."],
      small: ["Everybody, at the till"],
    },
  },
];
