import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    picture: "spanners",
    kind: "post",
    caption: "Each one goes back in its place, or Declan sighs. Ramp two is free on Thursday.",
    card: { look: "words", big: ["Ramp two.", "Thursday."], small: [] },
  },
  {
    kind: "post",
    caption: "Fixed price, parts and fluid included. We ring before we touch anything else.",
    card: { look: "price", big: ["£149"], small: ["Full service", "Cars up to 2 litres"] },
  },
  {
    kind: "reel",
    caption: "Do these on Sunday and the mechanic will have nothing to say.",
    card: {
      look: "tips",
      big: ["MOT next", "week?"],
      small: ["Try every bulb", "Top up the washer", "Check the plates", "Empty the boot"],
    },
  },
  {
    kind: "post",
    caption: "Kettle on from ten to.",
    card: {
      look: "hours",
      big: ["On the", "ramp"],
      small: ["Mon–Fri", "8–5.30", "Sat", "8–12", "MOT bay", "by 4"],
    },
  },
  {
    kind: "post",
    caption: "Always. It is your part.",
    card: {
      look: "quote",
      big: ["They showed", "me the", "old part."],
      small: ["Sinéad, Culmore"],
    },
  },
  {
    kind: "reel",
    caption: "Mr D said it was “probably the radio”.",
    card: { look: "split", big: ["12 mm", "3 mm"], small: ["New pad", "Yours, Mr D"] },
  },
  {
    kind: "post",
    caption: "Film it on your phone and send it. We will tell you if it can wait.",
    card: { look: "words", big: ["That noise", "has a", "name."], small: [] },
  },
  {
    kind: "post",
    caption: "Ten minutes, no appointment, no lecture.",
    card: {
      look: "offer",
      big: ["Winter check"],
      small: ["Battery, bulbs, blades", "Free until 1 December"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "Keep this in the glovebox.",
    card: {
      look: "tips",
      big: ["Warning", "light on?"],
      small: ["Red: pull over", "Amber: ring us", "Flashing: don’t drive", "Off again: still ring"],
    },
  },
  {
    kind: "post",
    caption: "Before the one hot week, not during it.",
    card: { look: "price", big: ["£39"], small: ["Air-con re-gas", "Booked before May"] },
  },
  {
    kind: "post",
    caption: "Tell us what it does, and we’ll guess below.",
    card: {
      look: "question",
      big: ["Tracking or", "tyres?"],
      small: ["If it pulls to the left", "If it hums at fifty"],
    },
  },
  {
    kind: "reel",
    caption: "Nearly a record. The record is 61.",
    card: { look: "words", big: ["47 screws", "in one", "tyre."], small: [] },
  },
  {
    kind: "post",
    caption: "Book up to a month early and keep your date.",
    card: { look: "words", big: ["MOT in", "March?", "Ring now."], small: [] },
  },
];
