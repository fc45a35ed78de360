import { type Business, BUSINESSES } from "../../content/businesses.ts";
import { POSTS as AUTOMOTIVE } from "../../content/month/automotive.ts";
import { POSTS as ECOMMERCE } from "../../content/month/ecommerce.ts";
import { POSTS as FITNESS } from "../../content/month/fitness.ts";
import { POSTS as FOOD } from "../../content/month/food.ts";
import { POSTS as HEALTH_BEAUTY } from "../../content/month/health-beauty.ts";
import { POSTS as LEGAL_COVERAGE } from "../../content/month/legal-coverage.ts";
import { POSTS as NIGHTLIFE } from "../../content/month/nightlife.ts";
import { POSTS as PROFESSIONAL_SERVICES } from "../../content/month/professional-services.ts";
import { POSTS as SOMETHING_ELSE } from "../../content/month/something-else.ts";
import { POSTS as TECHNOLOGY } from "../../content/month/technology.ts";
import type { SamplePost } from "../../content/sample-post.ts";

export type Choice<T> = readonly [T, T, T];

type TradeMonth = {
  /** Posts of this trade, beside those of any trade. */
  readonly posts: readonly SamplePost[];
  /** Times in London at which likely customers have time to look. */
  readonly times: Choice<string>;
  /** Invented businesses, whose colours the posts have. */
  readonly likenesses: Choice<Business>;
};

const B = BUSINESSES;

/** By the business types of the trial form. */
const TRADES = new Map(
  Object.entries<TradeMonth>({
    "Nightlife and hospitality": {
      posts: NIGHTLIFE,
      times: ["17:30", "12:30", "20:00"],
      likenesses: [B.nightlife, B.fitness, B.technology],
    },
    "Health and beauty": {
      posts: HEALTH_BEAUTY,
      times: ["09:00", "12:30", "19:00"],
      likenesses: [B["health-beauty"], B["legal-coverage"], B["professional-services"]],
    },
    "Professional services": {
      posts: PROFESSIONAL_SERVICES,
      times: ["08:15", "12:15", "17:30"],
      likenesses: [B["professional-services"], B.automotive, B["legal-coverage"]],
    },
    "E-commerce": {
      posts: ECOMMERCE,
      times: ["10:00", "13:00", "20:30"],
      likenesses: [B.ecommerce, B["health-beauty"], B.food],
    },
    Food: {
      posts: FOOD,
      times: ["07:30", "11:45", "17:00"],
      likenesses: [B.food, B.ecommerce, B["health-beauty"]],
    },
    Technology: {
      posts: TECHNOLOGY,
      times: ["08:45", "12:30", "16:00"],
      likenesses: [B.technology, B.automotive, B["professional-services"]],
    },
    Fitness: {
      posts: FITNESS,
      times: ["06:30", "12:15", "18:30"],
      likenesses: [B.fitness, B.food, B.technology],
    },
    Automotive: {
      posts: AUTOMOTIVE,
      times: ["08:00", "12:30", "18:00"],
      likenesses: [B.automotive, B.fitness, B.ecommerce],
    },
    "Legal coverage": {
      posts: LEGAL_COVERAGE,
      times: ["08:30", "12:30", "17:30"],
      likenesses: [B["legal-coverage"], B["professional-services"], B.automotive],
    },
  }),
);

const ANY_OTHER: TradeMonth = {
  posts: SOMETHING_ELSE,
  times: ["09:00", "12:30", "18:00"],
  likenesses: [B["professional-services"], B.ecommerce, B.food],
};

export function tradeMonth(trade: string): TradeMonth {
  return TRADES.get(trade) ?? ANY_OTHER;
}
