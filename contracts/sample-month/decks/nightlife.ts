import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  reel(
    ["words", "Lights / down.", "{name}"],
    "Lights down, {town}. Tell us the song that gets you on your feet at {name}.",
    { picture: "disco-ball" },
  ),
  post(
    ["words", "Wear / what / you can / dance in.", "{name}"],
    "Dress code: whatever you dance in. See you at {name}, {town}.",
    { picture: "crowd" },
  ),
  post(
    ["words", "You’ve / earned / this.", "{name}"],
    "For the end of a long week in {town}. Who are you bringing to {name}?",
    { picture: "cocktail-bar" },
  ),
  post(
    ["question", "Shaken or / stirred?", "Shaken / Whatever’s quicker"],
    "Voting is open, {town}. The people behind the bar at {name} have opinions too.",
  ),
  post(
    ["split", "Doors / Last song", "Polished / Yours"],
    "The same room, before you and with you. A night at {name}, in two pictures.",
  ),
  reel(["words", "Follow / the glow.", "{town}"], "Follow the glow. You’re nearly at {name}.", {
    picture: "neon",
  }),
  post(
    ["hours", "Who are / you?", "By the bar: stories / Front row: screaming / Booth: secrets"],
    "Pick your night and tag who it sounds like. We’ll see you both at {name}.",
  ),
  post(
    ["offer", "Tag the one", "Who’s never on time / From {name}"],
    "There’s one in every group, and {town} has plenty. Tag yours.",
  ),
  post(
    [
      "tips",
      "A better / night",
      "Eat first / Coats together / Water in between / Plan the way home",
    ],
    "How to make a good night in {town} a great one. Save it, send it to the group chat.",
  ),
];
