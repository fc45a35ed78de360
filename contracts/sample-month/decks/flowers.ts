import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(["words", "Just / because.", "{name}"], "It’s still the best reason. {name}, {town}."),
  post(
    ["question", "Bright or / pale?", "Every colour at once / White and green"],
    "Settle it for the {bare} bench, {town}.",
  ),
  reel(
    ["words", "One stem / at a time."],
    "Half a minute of quiet hands and a good pair of scissors. {name}, {town}.",
  ),
  post(
    [
      "tips",
      "Make them / last",
      "Cut at an angle / Leaves out of the water / Fresh water often / Away from the fruit",
    ],
    "Four small habits, and your bunch outlives the weekend. Save it, from {name}.",
  ),
  post(
    ["split", "Bucket / Bouquet", "This morning / On its way"],
    "What happens on the bench at {name}, in two pictures.",
  ),
  post(
    ["hours", "What to / say", "Thank you: a bunch / Sorry: a big bunch / I love you: any day"],
    "A pocket guide from {name}. Nobody in {town} was ever told off for too many.",
  ),
  post(
    ["offer", "Drop a hint", "Tag who should see this / From {name}"],
    "Somebody in {town} walks past our window every day. Help them.",
  ),
  post(
    ["quote", "Are they / really / for me?", "Heard on a doorstep"],
    "The best sentence in {town}, and we get to be the reason. {name}",
  ),
];
