import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  reel(
    ["words", "Do say / hello.", "{name}"],
    "If you’ve seen our name and wondered: say hello. {name} is friendlier than the weather in {town}.",
  ),
  post(
    ["split", "Start / Finish", "Quiet / Not quiet"],
    "A whole day at {name}, in two pictures. The tea is just out of shot.",
  ),
  post(
    ["words", "Ask us / anything.", "{name}"],
    "Ask {name} anything. The good questions get a post of their own.",
  ),
  post(
    ["words", "Break / time.", "{name}"],
    "Break time at {name}. Who makes the best cup in {town}? Tag them; we’re thirsty.",
  ),
  post(
    ["question", "Plan it or / wing it?", "A list for the list / See what happens"],
    "You decide, {town}. The {bare} team can’t agree.",
  ),
  post(
    [
      "tips",
      "Ask / before / you buy",
      "Who does the work? / What could go wrong? / What does it cost? / When is it done?",
    ],
    "Choosing anybody to work with in {town}? Ask these first. Ask {name}, too.",
  ),
  reel(
    ["words", "Small / things.", "{name}"],
    "The small things take longest. We think they’re worth it. {name}, {town}.",
  ),
  post(
    ["offer", "Tag a favourite", "A small business nearby / From {name}"],
    "Small businesses in {town} stick together. Tag one you love, and tell them {name} says hello.",
  ),
  post(
    ["quote", "I didn’t / know you / did that.", "Half of {town}"],
    "Heard at {name} at least once a week, and we never get tired of it.",
  ),
];
