import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "The coral / goes / first."],
    "Four new colours on the bar. The coral goes first; the coral always goes first.",
    { slides: 3 },
  ),
  post(
    ["offer", "Today 2.30", "One chair free / Colour or cut"],
    "A cancellation is somebody’s luck. Tell us by noon and the chair is yours.",
  ),
  reel(
    ["question", "Fringe / first?", "Dry cut / Wet cut"],
    "Both, obviously. But which first? Leah has a view.",
  ),
  post(
    ["hours", "This / week", "Tue: 10–6 / Thu: 10–8 / Fri: 9–6 / Sat: 9–4"],
    "Late on Thursday again, because so are you.",
  ),
  post(
    ["quote", "I walked / home the / long way / to be seen.", "Nell, West Cliff"],
    "Nell, you made our month.",
  ),
  reel(
    ["split", "Brass / Copper", "10.15 am / 12.40 pm"],
    "Two and a bit hours, one toner, a lot of tea.",
  ),
  post(
    [
      "tips",
      "Colour / that stays",
      "Wait two days to wash / Cool water / Half the shampoo / Hat in the sun",
    ],
    "Four things Mia says to everybody.",
  ),
  post(
    ["price", "£12", "Fringe trim / Any day, no booking"],
    "Ten minutes, on the way to the shops.",
  ),
  post(
    ["question", "Too short / for a bob?", "Past the chin, fine / Shorter, let’s talk"],
    "Send us a picture and we’ll tell you honestly.",
  ),
  reel(
    ["words", "Don’t cut / it at / midnight."],
    "A film for anybody holding the kitchen scissors.",
  ),
  post(
    ["offer", "Bring a friend", "Both get £10 off / All of February"],
    "Two chairs by the window, one pot of coffee.",
  ),
  post(
    ["words", "We keep / a list.", "Cancellations"],
    "Cancellations go to the list first. Send us your name and a day.",
  ),
  post(
    ["words", "Closed / Monday. / Sharpening."],
    "Scissors go to Dave in Scarborough on the first Monday. So we sleep in.",
  ),
];
