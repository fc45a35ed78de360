import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "reel",
    caption:
      "If you’ve seen our name and wondered: say hello. {name} is friendlier than the weather in {town}.",
    card: { look: "words", big: ["Do say", "hello."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 2,
    caption: "A whole day at {name}, in two pictures. The tea is just out of shot.",
    card: { look: "split", big: ["Start", "Finish"], small: ["Quiet", "Not quiet"] },
  },
  {
    kind: "post",
    caption: "Ask {name} anything. The good questions get a post of their own.",
    card: { look: "words", big: ["Ask us", "anything."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Break time at {name}. Who makes the best cup in {town}? Tag them; we’re thirsty.",
    card: { look: "words", big: ["Break", "time."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "You decide, {town}. The {bare} team can’t agree.",
    card: {
      look: "question",
      big: ["Plan it or", "wing it?"],
      small: ["A list for the list", "See what happens"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Choosing anybody to work with in {town}? Ask these first. Ask {name}, too.",
    card: {
      look: "tips",
      big: ["Ask", "before", "you buy"],
      small: [
        "Who does the work?",
        "What could go wrong?",
        "What does it cost?",
        "When is it done?",
      ],
    },
  },
  {
    kind: "reel",
    caption: "The small things take longest. We think they’re worth it. {name}, {town}.",
    card: { look: "words", big: ["Small", "things."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption:
      "Small businesses in {town} stick together. Tag one you love, and tell them {name} says hello.",
    card: {
      look: "offer",
      big: ["Tag a favourite"],
      small: ["A small business nearby", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Heard at {name} at least once a week, and we never get tired of it.",
    card: {
      look: "quote",
      big: ["I didn’t", "know you", "did that."],
      small: ["Half of {town}"],
    },
  },
];
