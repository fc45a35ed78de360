import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "It’s the best place in {town} for watching other people get rained on. See you at {name}.",
    card: { look: "words", big: ["Come in,", "warm up."], small: ["{name}"] },
  },
  {
    kind: "reel",
    picture: "fried-egg",
    caption: "Something’s in the pan. This is our favourite noise before noon. {name}, {town}.",
    card: { look: "words", big: ["Sound", "on."], small: [] },
  },
  {
    kind: "post",
    caption: "We won’t judge you at {name}. The next table might.",
    card: {
      look: "question",
      big: ["Milk first", "or last?"],
      small: ["First. Of course", "Last, like a grown-up"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "How to spend half an hour well in {town}. Save it for the day you need it, from {name}.",
    card: {
      look: "tips",
      big: ["The art of", "a quiet cup"],
      small: ["Phone face down", "Coat over the chair", "Cake is a right", "Stay for the second"],
    },
  },
  {
    kind: "post",
    caption: "A very serious guide from everybody at {name}. Which of these is your day?",
    card: {
      look: "hours",
      big: ["What to", "order"],
      small: ["Grey day", "soup", "Good news", "cake", "Monday", "both"],
    },
  },
  {
    kind: "reel",
    caption: "The first cup is for waking up. The second is for {town} gossip. See you at {name}.",
    card: { look: "words", big: ["Cup one.", "Cup two."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Somebody in {town} owes you lunch. Tag them here; we’ll look innocent.",
    card: { look: "offer", big: ["Tag a friend"], small: ["Who owes you lunch", "From {name}"] },
  },
  {
    kind: "post",
    caption: "Heard at {name} before every plate that went back empty. Who says it in your house?",
    card: {
      look: "quote",
      big: ["I’ll just", "have a bite", "of yours."],
      small: ["Every lunchtime, twice"],
    },
  },
];
