import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "It’s still the best reason. {name}, {town}.",
    card: { look: "words", big: ["Just", "because."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Settle it for the {bare} bench, {town}.",
    card: {
      look: "question",
      big: ["Bright or", "pale?"],
      small: ["Every colour at once", "White and green"],
    },
  },
  {
    kind: "reel",
    caption: "Half a minute of quiet hands and a good pair of scissors. {name}, {town}.",
    card: { look: "words", big: ["One stem", "at a time."], small: [] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Four small habits, and your bunch outlives the weekend. Save it, from {name}.",
    card: {
      look: "tips",
      big: ["Make them", "last"],
      small: [
        "Cut at an angle",
        "Leaves out of the water",
        "Fresh water often",
        "Away from the fruit",
      ],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "What happens on the bench at {name}, in two pictures.",
    card: { look: "split", big: ["Bucket", "Bouquet"], small: ["This morning", "On its way"] },
  },
  {
    kind: "post",
    caption: "A pocket guide from {name}. Nobody in {town} was ever told off for too many.",
    card: {
      look: "hours",
      big: ["What to", "say"],
      small: ["Thank you", "a bunch", "Sorry", "a big bunch", "I love you", "any day"],
    },
  },
  {
    kind: "post",
    caption: "Somebody in {town} walks past our window every day. Help them.",
    card: {
      look: "offer",
      big: ["Drop a hint"],
      small: ["Tag who should see this", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "The best sentence in {town}, and we get to be the reason. {name}",
    card: { look: "quote", big: ["Are they", "really", "for me?"], small: ["Heard on a doorstep"] },
  },
];
