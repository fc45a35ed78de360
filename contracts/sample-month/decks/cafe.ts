import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Come in, / warm up.", "{name}"],
    "It’s the best place in {town} for watching other people get rained on. See you at {name}.",
    { picture: "coffee-counter" },
  ),
  reel(
    ["words", "Sound / on."],
    "Something’s in the pan. This is our favourite noise before noon. {name}, {town}.",
    { picture: "fried-egg" },
  ),
  post(
    ["question", "Milk first / or last?", "First. Of course / Last, like a grown-up"],
    "We won’t judge you at {name}. The next table might.",
  ),
  post(
    [
      "tips",
      "The art of / a quiet cup",
      "Phone face down / Coat over the chair / Cake is a right / Stay for the second",
    ],
    "How to spend half an hour well in {town}. Save it for the day you need it, from {name}.",
  ),
  post(
    ["hours", "What to / order", "Grey day: soup / Good news: cake / Monday: both"],
    "A very serious guide from everybody at {name}. Which of these is your day?",
  ),
  reel(
    ["words", "Cup one. / Cup two.", "{name}"],
    "The first cup is for waking up. The second is for {town} gossip. See you at {name}.",
  ),
  post(
    ["offer", "Tag a friend", "Who owes you lunch / From {name}"],
    "Somebody in {town} owes you lunch. Tag them here; we’ll look innocent.",
  ),
  post(
    ["quote", "I’ll just / have a bite / of yours.", "Every lunchtime, twice"],
    "Heard at {name} before every plate that went back empty. Who says it in your house?",
  ),
];
