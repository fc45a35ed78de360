import type { Report } from "#contracts/api/content/reports.ts";
import type { Metric } from "#contracts/content/report-figures.ts";
import { DEMO_CUSTOMER, DEMO_MANAGER } from "../../content/demo-account.ts";
import { postPicture } from "./post-picture.ts";

/** Instagram's figures come first, then Facebook's: each for the report's period and the two before it, newest first. */
const FIGURES: readonly (readonly [Metric, readonly [number, number, number]])[][] = [
  [
    ["reach", [4_120, 3_690, 3_810]],
    ["interactions", [338, 291, 264]],
    ["saves_and_shares", [61, 44, 47]],
    ["profile_visits", [187, 192, 151]],
    ["followers", [23, 9, 12]],
  ],
  [
    ["views", [2_310, 2_480, 2_050]],
    ["interactions", [96, 88, 71]],
    ["messages", [14, 11, 6]],
  ],
];

const POSTS = [
  ["reel", "2026-11-12", "table-for-two", "Thursdays by candlelight: small plates from six."],
  ["post", "2026-11-07", "fried-egg", "Saturday brunch until three. No bookings, just come."],
  ["post", "2026-11-03", "coffee-counter", "First flat white of the day is on the slow morning."],
  ["post", "2026-11-02", "bakery-queue", "The bread we toast comes from two streets away."],
] as const;

function figuresOf(period: 0 | 1 | 2): Report["figures"] {
  return FIGURES.map((metrics, index) => ({
    platform: index === 0 ? "instagram" : "facebook",
    source: "made up for this sample",
    days: 30,
    metrics: metrics.map(([metric, values]) => ({
      metric,
      value: values[period],
      previous: values[period + 1] ?? null,
    })),
    ...(index === 0 &&
      period === 0 && {
        best: { postId: "table-for-two", metric: "reach", value: 1_840 } as const,
      }),
  }));
}

/** What the API would answer for a customer who does not exist. */
export const SAMPLE_REPORT: Report = {
  number: 3,
  fromDay: "2026-11-01",
  untilDay: "2026-11-30",
  revision: 1,
  publishedAt: "2026-12-01T09:00:00Z",
  businessName: DEMO_CUSTOMER.business,
  words:
    "The candlelight reel brought the most new people, and half of the messages asked about Thursdays. Facebook was quieter than in October. In December we’ll show more evenings and fewer mornings.",
  accountManager: { name: DEMO_MANAGER.name, photo: null },
  figures: figuresOf(0),
  earlierFigures: [figuresOf(2), figuresOf(1)],
  posts: POSTS.map(([format, publishedOn, picture, text]) => ({
    id: picture,
    format,
    text,
    texts: {},
    publishedOn,
    publications: [],
    picture: postPicture(picture),
  })),
};
