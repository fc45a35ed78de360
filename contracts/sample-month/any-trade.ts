import type { SamplePost } from "./sample-post.ts";

type Three = readonly [SamplePost, SamplePost, SamplePost];

export const OPENINGS: Three = [
  {
    kind: "post",
    caption:
      "We’re {name}, and {town} is home. Follow along: we’ll show you who we are, what we do and, now and then, what goes wrong.",
    card: { look: "words", big: ["We’re", "{name}."], small: ["{town}"] },
  },
  {
    kind: "post",
    caption:
      "New here? We’re {name}, in {town}. This is where we share what we’re up to, answer your questions and say thank you.",
    card: { look: "words", big: ["{name}.", "In {town}."], small: ["Hello"] },
  },
  {
    kind: "post",
    caption:
      "A proper hello from all of us at {name}. If you live, work or wander in {town}, we’d love to meet you.",
    card: { look: "words", big: ["Hello", "from", "{name}."], small: ["{town}"] },
  },
];

export const LOCALS: Three = [
  {
    kind: "post",
    caption:
      "Where’s the best view in {town}? Tell us below. The {bare} team needs somewhere to eat its sandwiches.",
    card: { look: "words", big: ["Best view", "in {town}?"], small: ["{name} asks"] },
  },
  {
    kind: "post",
    caption: "An honest poll, {town}. We’ll tell you what {name} thinks once you’ve voted.",
    card: {
      look: "question",
      big: ["{town}", "in the rain?"],
      small: ["Cosy", "Character-building"],
    },
  },
  {
    kind: "post",
    caption:
      "To everyone in {town} who tells a friend about us: thank you. It means more to {name} than any advert could.",
    card: { look: "words", big: ["Thank you,", "{town}."], small: ["{name}"] },
  },
];

export const CLOSINGS: Three = [
  {
    kind: "post",
    caption:
      "That was {month} at {name}. Which of this month’s posts should we do more of? Tell us below.",
    card: { look: "words", big: ["Goodbye,", "{month}."], small: ["{name}"] },
  },
  {
    kind: "reel",
    caption: "{month} at {name}, in half a minute. Thank you for being part of it, {town}.",
    card: { look: "hours", big: ["That was", "{month}."], small: [] },
  },
  {
    kind: "post",
    caption:
      "One more month of {name} done, and we’re already planning the next. What would you like to see, {town}?",
    card: { look: "quote", big: ["See you", "next month,", "{town}."], small: ["{name}"] },
  },
];
