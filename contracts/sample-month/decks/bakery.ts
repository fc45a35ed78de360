import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Still / warm.", "{name}"],
    "Good morning, {town}. The oven was on before the birds were. Come and find us at {name}.",
    { picture: "bakery-queue" },
  ),
  post(
    ["question", "Sweet or / savoury?", "Sweet, always / Savoury, no contest"],
    "Settle it for us, {town}: sweet or savoury first? The losing side at {name} makes the tea.",
  ),
  reel(
    ["words", "Sound / on."],
    "A crust talks while it cools. This is our favourite noise in the whole of {town}.",
  ),
  post(
    [
      "tips",
      "Keep bread / fresh",
      "Cut side down / Paper, not plastic / Never in the fridge / Freeze it in slices",
    ],
    "Four ways to make a good loaf last, from the {bare} bakers. Save it for Saturday.",
  ),
  post(
    ["hours", "What to / order", "Grey day: a bun / Good news: cake / Monday: both"],
    "A very serious guide from everybody at {name}. Which of these is your day?",
  ),
  post(
    ["split", "Before / After", "Flour, water, patience / Crumbs"],
    "From nothing much to nothing left. A morning at {name}, in two pictures.",
  ),
  post(
    ["offer", "Tag a friend", "Who owes you a bun / From {name}"],
    "Somebody in {town} owes you something sticky. Tag them here; we’ll look innocent.",
  ),
  post(
    ["quote", "The corner / piece is / the best / piece.", "{name}"],
    "We said what we said. Who’s with us, {town}?",
  ),
];
