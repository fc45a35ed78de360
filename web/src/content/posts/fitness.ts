import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    picture: "kettlebell",
    kind: "post",
    caption: "Sixteen kilos. Dee says it’s lighter than it looks. Dee would.",
    card: { look: "words", big: ["Sixteen", "kilos.", "Go on."], small: [] },
  },
  {
    kind: "post",
    caption: "The new timetable. Screenshot it, stick it on the fridge.",
    card: {
      look: "hours",
      big: ["This", "week"],
      small: [
        "Mon",
        "18:00 Basics",
        "Wed",
        "06:30 Lift",
        "Fri",
        "12:15 Circuit",
        "Sat",
        "09:00 Run",
      ],
    },
  },
  {
    kind: "reel",
    caption: "Pat, 61. Same bar, ten weeks apart.",
    card: {
      look: "split",
      big: ["20 kg", "62.5 kg"],
      small: ["Pat in January", "Pat in March"],
    },
  },
  {
    kind: "post",
    caption: "Pay at the desk or the second time you come.",
    card: { look: "price", big: ["£5"], small: ["First class", "Any day, any time"] },
  },
  {
    kind: "post",
    caption: "Goals come in all shapes. Marvin’s came in six bags.",
    card: {
      look: "quote",
      big: ["I carried", "the shopping", "in one go."],
      small: ["Marvin, 58"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "That is all of it. Nobody tests you.",
    card: {
      look: "tips",
      big: ["First class?"],
      small: ["Flat shoes", "Bottle of water", "Ten minutes early", "Say hello to Dee"],
    },
  },
  {
    kind: "post",
    caption: "A peaceful discussion, please.",
    card: {
      look: "question",
      big: ["Squat or", "deadlift?"],
      small: ["Squat. Always", "Deadlift. Always"],
    },
  },
  {
    kind: "post",
    caption: "Mums deadlift more than they admit.",
    card: { look: "offer", big: ["Bring your mum"], small: ["She trains free", "All of March"] },
  },
  {
    kind: "post",
    caption: "Then cake. It is a bank holiday.",
    card: {
      look: "hours",
      big: ["Bank", "holiday"],
      small: ["Fri", "8–2", "Sat", "9–1", "Sun", "closed", "Mon", "9–1"],
    },
  },
  {
    kind: "reel",
    caption: "Watch the left knee. Then film yours.",
    card: { look: "words", big: ["Slow on", "the way", "down."], small: [] },
  },
  {
    kind: "reel",
    caption: "Chin over the bar, Tash. We checked.",
    card: { look: "split", big: ["Day one", "Day 90"], small: ["0 pull-ups", "3 pull-ups"] },
  },
  {
    kind: "post",
    caption: "The slow group gets there when the buns come out.",
    card: {
      look: "words",
      big: ["Saturday.", "All paces.", "One bakery."],
      small: ["Run club, 9 am"],
    },
  },
  {
    kind: "post",
    caption: "It has been on the squat rack since Tuesday and is lonely.",
    card: { look: "words", big: ["Lost: one", "left glove."], small: ["Blue, size M"] },
  },
];
