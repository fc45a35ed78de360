import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "reel",
    picture: "disco-ball",
    caption: "Lights down, {town}. Tell us the song that gets you on your feet at {name}.",
    card: { look: "words", big: ["Lights", "down."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Dress code: whatever you dance in. See you at {name}, {town}.",
    card: { look: "words", big: ["Wear", "what", "you can", "dance in."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "For the end of a long week in {town}. Who are you bringing to {name}?",
    card: { look: "words", big: ["You’ve", "earned", "this."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Voting is open, {town}. The people behind the bar at {name} have opinions too.",
    card: {
      look: "question",
      big: ["Shaken or", "stirred?"],
      small: ["Shaken", "Whatever’s quicker"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption: "The same room, before you and with you. A night at {name}, in two pictures.",
    card: { look: "split", big: ["Doors", "Last song"], small: ["Polished", "Yours"] },
  },
  {
    kind: "reel",
    picture: "neon",
    caption: "Follow the glow. You’re nearly at {name}.",
    card: { look: "words", big: ["Follow", "the glow."], small: ["{town}"] },
  },
  {
    kind: "post",
    caption: "Pick your night and tag who it sounds like. We’ll see you both at {name}.",
    card: {
      look: "hours",
      big: ["Who are", "you?"],
      small: ["By the bar", "stories", "Front row", "screaming", "Booth", "secrets"],
    },
  },
  {
    kind: "post",
    caption: "There’s one in every group, and {town} has plenty. Tag yours.",
    card: {
      look: "offer",
      big: ["Tag the one"],
      small: ["Who’s never on time", "From {name}"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "How to make a good night in {town} a great one. Save it, send it to the group chat.",
    card: {
      look: "tips",
      big: ["A better", "night"],
      small: ["Eat first", "Coats together", "Water in between", "Plan the way home"],
    },
  },
];
