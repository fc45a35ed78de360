import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "reel",
    caption: "Rain in {town}? Let it. There’s nothing like watching it bead. Filmed at {name}.",
    card: { look: "words", big: ["Let it", "rain."], small: ["{name}"] },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Test coming up? Do these on Sunday, with love from {name}, and you may not need us.",
    card: {
      look: "tips",
      big: ["Before the", "MOT"],
      small: ["Try every bulb", "Fill the washer", "Look at the tyres", "Clear the boot"],
    },
  },
  {
    kind: "reel",
    picture: "spanners",
    caption:
      "Everything in its place. It’s how we like our tools at {name}, and how we’d treat your car.",
    card: { look: "words", big: ["In its", "place."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Come on, {town}, own up. Everybody at {name} has a favourite answer.",
    card: {
      look: "question",
      big: ["Does yours", "have a name?"],
      small: ["Of course it does", "It’s a car"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "One car, two pictures, and a very happy owner somewhere in {town}.",
    card: { look: "split", big: ["Monday", "Friday"], small: ["Muddy", "Mirror"] },
  },
  {
    kind: "post",
    picture: "keys",
    caption:
      "There’s a feeling you only get when somebody hands you the keys. Tell {name} about your first car.",
    card: { look: "words", big: ["Your first", "car?"], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "A rough guide from {name}. If in doubt, ring us before you turn the radio up.",
    card: {
      look: "hours",
      big: ["What’s that", "noise?"],
      small: ["Squeak", "soon", "Grind", "today", "Silence", "push"],
    },
  },
  {
    kind: "post",
    caption: "You know who you are. So does the rest of {town}. Tag them.",
    card: {
      look: "offer",
      big: ["Tag the one"],
      small: ["With the warning light", "From {name}"],
    },
  },
  {
    kind: "post",
    caption: "Heard at {name} more than any other sentence. We’ve never once believed it.",
    card: {
      look: "quote",
      big: ["It’s only", "started", "doing that", "today."],
      small: ["Every driver in {town}"],
    },
  },
];
