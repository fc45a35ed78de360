import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Sixteen / kilos. / Go on."],
    "Sixteen kilos. Dee says it’s lighter than it looks. Dee would.",
    { picture: "kettlebell" },
  ),
  post(
    [
      "hours",
      "This / week",
      "Mon: 18:00 Basics / Wed: 06:30 Lift / Fri: 12:15 Circuit / Sat: 09:00 Run",
    ],
    "The new timetable. Screenshot it, stick it on the fridge.",
  ),
  reel(
    ["split", "20 kg / 62.5 kg", "Pat in January / Pat in March"],
    "Pat, 61. Same bar, ten weeks apart.",
  ),
  post(
    ["price", "£5", "First class / Any day, any time"],
    "Pay at the desk or the second time you come.",
  ),
  post(
    ["quote", "I carried / the shopping / in one go.", "Marvin, 58"],
    "Goals come in all shapes. Marvin’s came in six bags.",
  ),
  post(
    ["tips", "First class?", "Flat shoes / Bottle of water / Ten minutes early / Say hello to Dee"],
    "That’s all of it. Nobody tests you.",
  ),
  post(
    ["question", "Squat or / deadlift?", "Squat. Always / Deadlift. Always"],
    "A peaceful discussion, please.",
  ),
  post(
    ["offer", "Bring your mum", "She trains free / All of March"],
    "Mums deadlift more than they admit.",
  ),
  post(
    ["hours", "Bank / holiday", "Fri: 8–2 / Sat: 9–1 / Sun: closed / Mon: 9–1"],
    "Then cake. It’s a bank holiday.",
  ),
  reel(["words", "Slow on / the way / down."], "Watch the left knee. Then film yours."),
  reel(
    ["split", "Day one / Day 90", "0 pull-ups / 3 pull-ups"],
    "Chin over the bar, Tash. We checked.",
  ),
  post(
    ["words", "Saturday. / All paces. / One bakery.", "Run club, 9 am"],
    "The slow group gets there when the buns come out.",
  ),
  post(
    ["words", "Lost: one / left glove.", "Blue, size M"],
    "It’s been on the squat rack since Tuesday, and it’s lonely.",
  ),
];
