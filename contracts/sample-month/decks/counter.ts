import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "How much for how many, how long and how hot: it’s what we’re for. Come and ask at {name}, {town}.",
    card: { look: "words", big: ["Ask us", "anything."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Four things to say at our counter, and you’ll eat better in {town} this week. With love from {name}.",
    card: {
      look: "tips",
      big: ["Shop like", "a regular"],
      small: [
        "Say who you’re feeding",
        "Ask what’s good today",
        "Ask how to cook it",
        "Bring a bag",
      ],
    },
  },
  {
    kind: "post",
    caption: "Two kinds of people come through the door at {name}. Which are you, {town}?",
    card: {
      look: "question",
      big: ["List or", "no list?"],
      small: ["I know what I want", "Surprise me"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same counter at {name}, at both ends of a good day. The early ones get the pick.",
    card: { look: "split", big: ["Early", "Late"], small: ["Full counter", "Empty counter"] },
  },
  {
    kind: "reel",
    caption: "Nobody at {name} talks during this part. Years of practice, in half a minute.",
    card: { look: "words", big: ["Watch the", "hands."], small: [] },
  },
  {
    kind: "post",
    caption: "Whatever the answer, there’s a supper in it. Come and see {name} in {town}.",
    card: {
      look: "hours",
      big: ["How long", "have you got?"],
      small: ["No time", "ask us", "An hour", "ask us", "All day", "lucky you"],
    },
  },
  {
    kind: "post",
    caption: "Every family in {town} has one. Tag yours and say thank you.",
    card: { look: "offer", big: ["Tag the cook"], small: ["Who feeds everybody", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Ask it at {name}. We think about it from the moment we open the door.",
    card: {
      look: "quote",
      big: ["What would", "you have", "tonight?"],
      small: ["Our favourite question"],
    },
  },
];
