import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "It’s an old rule and it’s never let us down. {name}, {town}.",
    card: { look: "words", big: ["Measure", "twice."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same house in {town}, a few weeks apart. Work by {name}.",
    card: { look: "split", big: ["Before", "After"], small: ["Use your imagination", "No need"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Choosing somebody for a job in {town}? Ask these first. Ask {name}, too.",
    card: {
      look: "tips",
      big: ["Ask any", "tradesperson"],
      small: ["Who does the work?", "What’s not included?", "When do you start?", "Can I see one?"],
    },
  },
  {
    kind: "reel",
    caption: "Half a minute of what you don’t see in the pictures. {name}",
    card: { look: "words", big: ["Tidy in,", "tidy out."], small: [] },
  },
  {
    kind: "post",
    caption: "Two kinds of people start a job in {town}. {name} likes them both.",
    card: {
      look: "question",
      big: ["Plan it or", "see it?"],
      small: ["Draw me every inch", "I’ll know when I see it"],
    },
  },
  {
    kind: "post",
    caption: "The real schedule of every job {name} has ever done.",
    card: {
      look: "hours",
      big: ["Tea, in", "stages"],
      small: ["Before we start", "one", "Half way", "two", "Nearly done", "biscuit"],
    },
  },
  {
    kind: "post",
    caption: "It’s been “nearly finished” for as long as anybody remembers. {town}, you know who.",
    card: { look: "offer", big: ["Tag a friend"], small: ["With a half-done job", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Heard at the end of the job, more often than you’d think. {name}, {town}.",
    card: {
      look: "quote",
      big: ["Now the", "rest of it", "looks old."],
      small: ["Every customer, once"],
    },
  },
];
