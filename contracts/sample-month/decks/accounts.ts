import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Do / come in.", "{name}"],
    "The first conversation is the hardest one to start. Ours begins with the kettle. {name}, {town}.",
  ),
  reel(
    ["hours", "In plain / English, / please."],
    "One word from our trade, explained before your coffee goes cold. Which should be next?",
  ),
  post(
    [
      "tips",
      "Before you / see us",
      "Write the question / Bring the letter / Note the dates / Ask what it costs",
    ],
    "Seeing an adviser, with us or anybody else in {town}? Bring these and save yourself a visit.",
  ),
  post(
    ["words", "Big plans. / Small / print.", "{name}"],
    "Big plans start on paper. Bring yours to {name} and we’ll go through them with you, page by page.",
  ),
  post(
    ["question", "Filed or / piled?", "Filed, by colour / Piled, by feeling"],
    "A safe space, {town}. The {bare} team has seen every kind of filing.",
  ),
  post(
    ["split", "A shoebox / One page", "In / Out"],
    "What we’re handed and what we hand back. This is most of what we do at {name}.",
  ),
  post(
    ["hours", "When to / ring", "A letter came: now / A new idea: soon / Just worried: any time"],
    "When to ring {name}, in one picture. Keep it by the phone.",
  ),
  reel(
    ["words", "The quiet / hour.", "{name}"],
    "The quiet hour, before the phones in {town} start. It’s when {name} does its best thinking. When is yours?",
  ),
  post(
    ["quote", "Can I ask / something / silly?", "Always, in {town}"],
    "There’s no such thing as a silly one. Ask it below and {name} will answer in plain words.",
  ),
];
