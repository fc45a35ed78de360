import { type Business, BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";
import type { ClaimName } from "./claims.ts";
import type { Step } from "./step.ts";

export const NIGHTLIFE_HERO = "neon";

export const NIGHTLIFE_SERVICES: readonly {
  readonly title: string;
  readonly description: string;
  readonly features: readonly string[];
  readonly picture: string;
}[] = [
  {
    title: "Nightclubs",
    description: "Line-ups, residents and last releases, out before the group chat asks.",
    features: ["Event announcements", "Crowd reels", "Guest-list and ticket links"],
    picture: "crowd",
  },
  {
    title: "Bars",
    description: "The new menu, the good hour, the table by the window.",
    features: ["Cocktail features", "Weekday offers", "Local partnerships"],
    picture: "cocktail-bar",
  },
  {
    title: "Restaurants",
    description: "Dishes shot close and posted at the hour when people get hungry.",
    features: ["Menu launches", "Chef’s-table reels", "Reservation links"],
    picture: "table-for-two",
  },
  {
    title: "Hotels",
    description: "Rooms, views and reasons to book direct.",
    features: ["Seasonal campaigns", "Guest stories", "Direct-booking ads"],
    picture: "seaside-hotel",
  },
];

export const NIGHTLIFE_METRICS: readonly {
  readonly claim: ClaimName;
  readonly description: string;
}[] = [
  {
    claim: "eventBookings",
    description: "Line-ups out while plans are still being made, with the ticket one tap away.",
  },
  {
    claim: "reservations",
    description: "The dish shown at the hour people get hungry, and the free table beneath it.",
  },
  {
    claim: "occupancy",
    description: "Rooms as guests see them, and a reason to book them direct.",
  },
];

export const ADS_APPROACH = [
  {
    title: "Precision targeting",
    text: "People near enough to come tonight, who have been out this month, and who like what you play or serve.",
  },
  {
    title: "Data-driven optimisation",
    text: "Budgets move every day to what sells. What doesn’t is switched off before it costs you a round.",
  },
  {
    title: "Budget management",
    text: "You set the ceiling. We spread it over the week so that Friday doesn’t eat Wednesday’s share.",
  },
  {
    title: "Regular reporting",
    text: "Spend, reach, tickets and tables on one page, without you having to ask.",
  },
] as const;

export const VIRAL_VIDEO_STEPS: readonly Step[] = [
  {
    title: "Strategy session",
    text: "We agree on the nights, the crowd and the one thing people should tell their friends.",
  },
  {
    title: "Content guidance",
    text: "A shot list for your team and a few rules for filming in the dark.",
  },
  {
    title: "Professional editing",
    text: "Cut to the beat, captioned, and short enough to be watched twice.",
  },
  {
    title: "Strategic posting",
    text: "Out at the hour when plans are made, with an ad behind what takes off.",
  },
];

export const NIGHTLIFE_REELS: readonly {
  readonly post: SamplePost;
  readonly business: Business;
}[] = [
  {
    business: BUSINESSES.nightlife,
    post: reel(
      ["words", "You / nearly / stayed / in.", "Fridays, 11 pm"],
      "POV: you nearly stayed in.",
    ),
  },
  {
    business: { ...BUSINESSES.nightlife, handle: "thelanternbar", place: "York" },
    post: reel(
      ["price", "£9.50", "The Lantern / Before eight"],
      "Eleven seconds from ice to table.",
    ),
  },
];
