import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Ramp two. / Thursday."],
    "Each one goes back in its place, or Declan sighs. Ramp two is free on Thursday.",
    { picture: "spanners" },
  ),
  post(
    ["price", "£149", "Full service / Cars up to 2 litres"],
    "Fixed price, parts and fluid included. We ring before we touch anything else.",
  ),
  reel(
    [
      "tips",
      "MOT next / week?",
      "Try every bulb / Top up the washer / Check the plates / Empty the boot",
    ],
    "Do these on Sunday and the mechanic will have nothing to say.",
  ),
  post(
    ["hours", "On the / ramp", "Mon–Fri: 8–5.30 / Sat: 8–12 / MOT bay: by 4"],
    "Kettle on from ten to.",
  ),
  post(["quote", "They showed / me the / old part.", "Sinéad, Culmore"], "Always. It’s your part."),
  reel(
    ["split", "12 mm / 3 mm", "New pad / Yours, Mr D"],
    "Mr D said it was “probably the radio”.",
  ),
  post(
    ["words", "That noise / has a / name."],
    "Film it on your phone and send it. We’ll tell you if it can wait.",
  ),
  post(
    ["offer", "Winter check", "Battery, bulbs, blades / Free until 1 December"],
    "Ten minutes, no appointment, no lecture.",
  ),
  post(
    [
      "tips",
      "Warning / light on?",
      "Red: pull over / Amber: ring us / Flashing: don’t drive / Off again: still ring",
    ],
    "Keep this in the glovebox.",
  ),
  post(
    ["price", "£39", "Air-con re-gas / Booked before May"],
    "Before the one hot week, not during it.",
  ),
  post(
    ["question", "Tracking or / tyres?", "If it pulls to the left / If it hums at fifty"],
    "Tell us what it does, and we’ll guess below.",
  ),
  reel(["words", "47 screws / in one / tyre."], "Nearly a record. The record is 61."),
  post(["words", "MOT in / March? / Ring now."], "Book up to a month early and keep your date."),
];
