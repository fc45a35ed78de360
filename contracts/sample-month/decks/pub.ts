import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "It’s a small word and it means you’re home. See you at {name}, {town}.",
    card: { look: "words", big: ["Your usual?"], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Everybody at {name} has a favourite spot. Where’s yours, {town}?",
    card: {
      look: "question",
      big: ["Bar or", "corner table?"],
      small: ["Bar, for the news", "Corner, for the quiet"],
    },
  },
  {
    kind: "reel",
    caption: "The door, the hello, the first glass on the bar. Twenty seconds of {name}.",
    card: { look: "words", big: ["Listen."], small: [] },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same stool at {name}, four hours apart. We’re not naming anybody.",
    card: { look: "split", big: ["Five", "Nine"], small: ["“Just one”", "“One more”"] },
  },
  {
    kind: "post",
    caption: "All good reasons to walk down to {name}. Which one’s yours?",
    card: {
      look: "hours",
      big: ["What are", "you here for?"],
      small: [
        "The chat",
        "pull up a stool",
        "The quiz",
        "bring a pen",
        "The quiet",
        "by the window",
      ],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Advice from the people who mark the sheets in {town}. Save it, from {name}.",
    card: {
      look: "tips",
      big: ["Win the", "pub quiz"],
      small: [
        "Bring somebody older",
        "Bring somebody younger",
        "First answer, mostly",
        "Nice handwriting",
      ],
    },
  },
  {
    kind: "post",
    caption: "They know. {town} knows. Tag them anyway.",
    card: { look: "offer", big: ["Tag the one"], small: ["Whose round it is", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Heard at {name} all year round, whatever the weather.",
    card: {
      look: "quote",
      big: ["I only", "came in to", "shelter from", "the rain."],
      small: ["Half of {town}"],
    },
  },
];
