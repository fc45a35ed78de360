import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    slides: 3,
    caption: "Four new colours on the bar. The coral goes first; the coral always goes first.",
    card: { look: "words", big: ["The coral", "goes", "first."], small: [] },
  },
  {
    kind: "post",
    caption: "A cancellation is somebody’s luck. Tell us by noon and the chair is yours.",
    card: {
      look: "offer",
      big: ["Today 2.30"],
      small: ["One chair free", "Colour or cut"],
    },
  },
  {
    kind: "reel",
    caption: "Both, obviously. But which first? Leah has a view.",
    card: { look: "question", big: ["Fringe", "first?"], small: ["Dry cut", "Wet cut"] },
  },
  {
    kind: "post",
    caption: "Late on Thursday again, because so are you.",
    card: {
      look: "hours",
      big: ["This", "week"],
      small: ["Tue", "10–6", "Thu", "10–8", "Fri", "9–6", "Sat", "9–4"],
    },
  },
  {
    kind: "post",
    caption: "Nell, you made our month.",
    card: {
      look: "quote",
      big: ["I walked", "home the", "long way", "to be seen."],
      small: ["Nell, West Cliff"],
    },
  },
  {
    kind: "reel",
    caption: "Two and a bit hours, one toner, a lot of tea.",
    card: { look: "split", big: ["Brass", "Copper"], small: ["10.15 am", "12.40 pm"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four things Mia says to everybody.",
    card: {
      look: "tips",
      big: ["Colour", "that stays"],
      small: ["Wait two days to wash", "Cool water", "Half the shampoo", "Hat in the sun"],
    },
  },
  {
    kind: "post",
    caption: "Ten minutes, on the way to the shops.",
    card: { look: "price", big: ["£12"], small: ["Fringe trim", "Any day, no booking"] },
  },
  {
    kind: "post",
    caption: "Send us a picture and we’ll tell you honestly.",
    card: {
      look: "question",
      big: ["Too short", "for a bob?"],
      small: ["Past the chin, fine", "Shorter, let’s talk"],
    },
  },
  {
    kind: "reel",
    caption: "A film for anybody holding the kitchen scissors.",
    card: { look: "words", big: ["Don’t cut", "it at", "midnight."], small: [] },
  },
  {
    kind: "post",
    caption: "Two chairs by the window, one pot of coffee.",
    card: {
      look: "offer",
      big: ["Bring a friend"],
      small: ["Both get £10 off", "All of February"],
    },
  },
  {
    kind: "post",
    caption: "Cancellations go to the list first. Send us your name and a day.",
    card: { look: "words", big: ["We keep", "a list."], small: ["Cancellations"] },
  },
  {
    kind: "post",
    caption: "Scissors go to Dave in Scarborough on the first Monday. So we sleep in.",
    card: { look: "words", big: ["Closed", "Monday.", "Sharpening."], small: [] },
  },
];
