import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  reel(
    ["words", "Pick me / up.", "{name}"],
    "It looks heavier on the floor than it feels in your hand. Come and try it at {name}.",
    { picture: "kettlebell" },
  ),
  post(
    ["question", "Early or / evening?", "Done by breakfast / Don’t talk to me yet"],
    "An old argument, {town}. Both sides train at {name}, and they still talk to each other.",
  ),
  reel(
    ["words", "Chalk. / Breathe. / Go."],
    "Chalk, breathe, go. The best sound in {town}, filmed at {name}.",
    { picture: "dumbbells" },
  ),
  post(
    ["tips", "First / visit?", "Flat shoes / Bottle of water / Come a bit early / Say hello"],
    "Your first visit to {name}? That’s all you need. Nobody is watching; we’re all counting.",
  ),
  post(
    ["split", "Week one / Week ten", "Can’t / Watch me"],
    "The hardest step is the one over the door. Everything at {name} after that is practice.",
  ),
  post(
    ["hours", "It all / counts", "The stairs: yes / The long walk: yes / The shopping: oh yes"],
    "All of these count. Which was yours today, {town}?",
  ),
  post(
    ["words", "Slow / is a / speed.", "{name}"],
    "Everybody started somewhere. If today’s your day, {name} is glad you’re here.",
  ),
  post(
    ["offer", "Tag a mate", "Who says “next week” / From {name}"],
    "It’s easier with company. Tag the one in {town} who’d come if you asked.",
  ),
  post(
    ["quote", "I’ve got / nothing / left.", "Somebody who had"],
    "Heard at {name} just before the best set of the day. Every time.",
  ),
];
