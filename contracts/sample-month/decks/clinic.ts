import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Come as / you are.", "{name}"],
    "Nervous, late or full of questions: you’re welcome at {name}. We’re a friendly lot in {town}.",
  ),
  post(
    [
      "tips",
      "Your first / visit",
      "Bring your questions / List what you take / Say what worries you / Ask what it costs",
    ],
    "Four things that make a first appointment easier, at {name} or anywhere else in {town}.",
  ),
  post(
    ["question", "Ask us or / search it?", "I ask a person / I’ve read everything"],
    "No judging, {town}. The {bare} team would still like to hear it from you.",
  ),
  post(
    ["split", "Before / After", "“I kept putting it off” / “Is that it?”"],
    "What people say on the way in and on the way out. {name}, {town}.",
  ),
  reel(
    ["hours", "In plain / English, / please."],
    "One long word from our work, explained in half a minute by {name}. Which should be next?",
  ),
  post(
    ["hours", "When to / ring us", "It’s worse: today / It’s the same: this week / Not sure: ring"],
    "A rough guide from {name}. If it’s urgent, don’t wait for a post: ring.",
  ),
  post(
    ["offer", "Tag a friend", "Who keeps putting it off / From {name}"],
    "Gently, {town}. They know it’s time.",
  ),
  post(
    ["quote", "I should / have come / sooner.", "Heard most weeks"],
    "It’s all right. You’re here now. {name}, {town}.",
  ),
];
