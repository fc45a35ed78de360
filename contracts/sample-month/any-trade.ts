import { post, reel, type SamplePost } from "./sample-post.ts";

type Three = readonly [SamplePost, SamplePost, SamplePost];

export const OPENINGS: Three = [
  post(
    ["words", "We’re / {name}.", "{town}"],
    "We’re {name}, and {town} is home. Follow along: we’ll show you who we are, what we do and, now and then, what goes wrong.",
  ),
  post(
    ["words", "{name}. / In {town}.", "Hello"],
    "New here? We’re {name}, in {town}. This is where we share what we’re up to, answer your questions and say thank you.",
  ),
  post(
    ["words", "Hello / from / {name}.", "{town}"],
    "A proper hello from all of us at {name}. If you live, work or wander in {town}, we’d love to meet you.",
  ),
];

export const LOCALS: Three = [
  post(
    ["words", "Best view / in {town}?", "{name} asks"],
    "Where’s the best view in {town}? Tell us below. The {bare} team needs somewhere to eat its sandwiches.",
  ),
  post(
    ["question", "{town} / in the rain?", "Cosy / Character-building"],
    "An honest poll, {town}. We’ll tell you what {name} thinks once you’ve voted.",
  ),
  post(
    ["words", "Thank you, / {town}.", "{name}"],
    "To everyone in {town} who tells a friend about us: thank you. It means more to {name} than any advert could.",
  ),
];

export const CLOSINGS: Three = [
  post(
    ["words", "Goodbye, / {month}.", "{name}"],
    "That was {month} at {name}. Which of this month’s posts should we do more of? Tell us below.",
  ),
  reel(
    ["hours", "That was / {month}."],
    "{month} at {name}, in half a minute. Thank you for being part of it, {town}.",
  ),
  post(
    ["quote", "See you / next month, / {town}.", "{name}"],
    "One more month of {name} done, and we’re already planning the next. What would you like to see, {town}?",
  ),
];
