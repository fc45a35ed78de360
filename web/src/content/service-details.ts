import { type Business, BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";
import type { ServiceId } from "./services.ts";

type ServiceDetails = {
  readonly features: readonly string[];
  readonly picture?: string;
  /** What a wide frame shows of it. */
  readonly crop?: string;
};

export const SERVICE_DETAILS: Readonly<Record<ServiceId, ServiceDetails>> = {
  "social-media-management": {
    features: [
      "A content calendar you can see and change",
      "Posts and reels with captions",
      "Scheduling on every platform in your plan",
    ],
  },
  "paid-meta-ads": {
    features: [
      "Audiences built and tested",
      "Creative made for the placement",
      "Reports you can read without a glossary",
    ],
    picture: "lit-windows",
    crop: "object-bottom",
  },
  "graphic-design": {
    features: [
      "Templates in your colours",
      "Stories, carousels and covers",
      "Print-ready files on request",
    ],
  },
  "video-editing": {
    features: ["Hooks, subtitles and sound", "Vertical first", "A shot list before you film"],
  },
  community: {
    features: [
      "Replies and moderation",
      "Engagement with local accounts",
      "Questions passed on to you",
    ],
    picture: "neighbours",
    crop: "object-[50%_8%]",
  },
  "influencer-marketing": {
    features: [
      "Shortlists that fit your customers",
      "Briefs and agreements",
      "Results per collaboration",
    ],
    picture: "filming-phone",
  },
};

type Work = { readonly business: Business; readonly post: SamplePost };

/** Two samples for each service that ends in a post. */
export const SERVICE_WORK: Readonly<Partial<Record<ServiceId, readonly Work[]>>> = {
  "social-media-management": [
    {
      business: BUSINESSES.food,
      post: post(
        ["words", "Two, / with / chives."],
        "Two, with chives. The pan is older than the café.",
        { picture: "fried-egg" },
      ),
    },
    {
      business: BUSINESSES.ecommerce,
      post: post(
        ["words", "Mustard / is back."],
        "The mustard one is back, and it won’t be for long.",
        { picture: "knitwear" },
      ),
    },
  ],
  "graphic-design": [
    {
      business: BUSINESSES.fitness,
      post: post(
        ["words", "Chalk. / Breathe. / Lift.", "Tuesdays at six"],
        "The whole class, in three words.",
      ),
    },
    {
      business: BUSINESSES["health-beauty"],
      post: post(["offer", "One chair", "Free today / Colour or cut"], "Somebody’s luck."),
    },
  ],
  "video-editing": [
    {
      business: BUSINESSES.technology,
      post: reel(["words", "Tap. / Beep. / Done."], "Tap, beep, done. That’s the whole film.", {
        picture: "card-reader",
      }),
    },
    {
      business: BUSINESSES.food,
      post: reel(["words", "Shh. / Listen. / Crackle."], "The sound of a good crust."),
    },
  ],
};
