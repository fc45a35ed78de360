import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "Nobody’s expecting you anywhere. A slow morning in {town}, from {name}.",
    card: { look: "words", big: ["Sleep in."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Two ways to begin a weekend in {town}. Which one do you travel with? {name}",
    card: {
      look: "question",
      big: ["Unpack or", "explore?"],
      small: ["Everything in drawers", "Bags down, out we go"],
    },
  },
  {
    kind: "reel",
    caption: "The best two seconds of any trip. Yours is waiting in {town}, at {name}.",
    card: { look: "words", big: ["Key in", "the door."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "From the people who see what everybody forgets. Save it for your next trip, from {name}.",
    card: {
      look: "tips",
      big: ["Pack for", "{town}"],
      small: [
        "Shoes you can walk in",
        "A coat, to be safe",
        "A book you’ll finish",
        "Room for presents",
      ],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "Two nights can do that. Ask anybody who’s stayed at {name}.",
    card: { look: "split", big: ["Friday", "Sunday"], small: ["Emails", "What emails?"] },
  },
  {
    kind: "post",
    caption: "We’ve tested this timetable thoroughly at {name}. It works.",
    card: {
      look: "hours",
      big: ["A day in", "{town}"],
      small: ["Morning", "wander", "Afternoon", "wander", "Evening", "feet up"],
    },
  },
  {
    kind: "post",
    caption: "You know exactly who. Send them this and look up the trains to {town}.",
    card: { look: "offer", big: ["Tag a friend"], small: ["Who needs a weekend", "From {name}"] },
  },
  {
    kind: "post",
    caption: "It’s the nicest thing anybody says at {name}.",
    card: {
      look: "quote",
      big: ["Can we", "stay one", "more night?"],
      small: ["Everybody, on the last day"],
    },
  },
];
