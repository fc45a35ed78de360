import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Measure / twice.", "{name}"],
    "It’s an old rule and it’s never let us down. {name}, {town}.",
  ),
  post(
    ["split", "Before / After", "Use your imagination / No need"],
    "The same house in {town}, a few weeks apart. Work by {name}.",
  ),
  post(
    [
      "tips",
      "Ask any / tradesperson",
      "Who does the work? / What’s not included? / When do you start? / Can I see one?",
    ],
    "Choosing somebody for a job in {town}? Ask these first. Ask {name}, too.",
  ),
  reel(
    ["words", "Tidy in, / tidy out."],
    "Half a minute of what you don’t see in the pictures. {name}",
  ),
  post(
    ["question", "Plan it or / see it?", "Draw me every inch / I’ll know when I see it"],
    "Two kinds of people start a job in {town}. {name} likes them both.",
  ),
  post(
    ["hours", "Tea, in / stages", "Before we start: one / Half way: two / Nearly done: biscuit"],
    "The real schedule of every job {name} has ever done.",
  ),
  post(
    ["offer", "Tag a friend", "With a half-done job / From {name}"],
    "It’s been “nearly finished” for as long as anybody remembers. {town}, you know who.",
  ),
  post(
    ["quote", "Now the / rest of it / looks old.", "Every customer, once"],
    "Heard at the end of the job, more often than you’d think. {name}, {town}.",
  ),
];
