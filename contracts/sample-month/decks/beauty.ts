import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Shoulders / down.", "{name}"],
    "Phone in the bag, shoulders down. An hour at {name} is an hour nobody in {town} can reach you.",
  ),
  reel(
    ["words", "Which / is yours?", "{name}"],
    "One of these is yours. Come and find out which at {name}; we’ve got good light.",
    { picture: "lipsticks" },
  ),
  post(
    ["question", "Quiet or / a chat?", "Not a word, please / Tell me everything"],
    "You choose, every time. Nobody at {name} minds either way.",
  ),
  post(
    ["split", "Monday / Friday", "Rushed / Ready"],
    "The same week, with an hour at {name} in the middle of it.",
  ),
  post(
    [
      "tips",
      "Before you / come",
      "Eat something / Come five early / Tell us what you avoid / Phone on silent",
    ],
    "Four small things that make your hour in {town} better. Save it, from {name}.",
  ),
  post(
    ["hours", "What’s the / occasion?", "A wedding: yes / A birthday: yes / A Tuesday: oh yes"],
    "They all count at {name}. Which is yours, {town}?",
  ),
  post(
    ["offer", "Tag a friend", "Who never sits down / From {name}"],
    "Somebody in {town} deserves an hour off. Tag them.",
  ),
  post(
    ["quote", "I’d forgotten / what quiet / sounds like.", "Heard on the way out"],
    "Our favourite thing anybody says at {name}.",
  ),
];
