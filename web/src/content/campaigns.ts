/**
 * Client names are withheld. The rows split the published totals until the account's export
 * replaces them (see `claims-register.ts`).
 */
export type Campaign = {
  readonly id: number;
  /** ISO 8601; null while it runs. */
  readonly endedOn: string | null;
  readonly spentPence: number;
  readonly impressions: number;
  readonly clicks: number;
};

export const CAMPAIGNS: readonly Campaign[] = [
  { id: 1, endedOn: null, spentPence: 9_412_30, impressions: 4_806_210, clicks: 25_904 },
  { id: 2, endedOn: null, spentPence: 7_980_15, impressions: 3_911_480, clicks: 19_877 },
  { id: 3, endedOn: "2024-12-31", spentPence: 6_204_61, impressions: 3_120_555, clicks: 14_906 },
  { id: 4, endedOn: null, spentPence: 4_571_33, impressions: 2_098_317, clicks: 10_412 },
  { id: 5, endedOn: "2024-12-31", spentPence: 3_012_37, impressions: 1_335_778, clicks: 6_483 },
];

export type Delivered = Pick<Campaign, "spentPence" | "impressions" | "clicks">;

export function totalOf(campaigns: readonly Campaign[]): Delivered {
  return campaigns.reduce<Delivered>(
    (sum, campaign) => ({
      spentPence: sum.spentPence + campaign.spentPence,
      impressions: sum.impressions + campaign.impressions,
      clicks: sum.clicks + campaign.clicks,
    }),
    { spentPence: 0, impressions: 0, clicks: 0 },
  );
}

/** CPM in pence, click-through rate as a share, cost per click in pence. */
export function ratesOf({ spentPence, impressions, clicks }: Delivered) {
  return {
    cpmPence: Math.round((spentPence / impressions) * 1_000),
    clickRate: clicks / impressions,
    cpcPence: Math.round(spentPence / clicks),
  };
}

export const CAMPAIGN_TYPES = [
  {
    type: "Awareness",
    description: "Be known before you’re needed: reach in your town, at your price.",
  },
  {
    type: "Engagement",
    description: "Saves, shares and comments that tell the platforms to show you more.",
  },
  {
    type: "Conversion",
    description: "Bookings, orders and tickets, counted where the money comes in.",
  },
  {
    type: "Retargeting",
    description: "A reminder for people who looked and meant to come back.",
  },
] as const;

export type CampaignType = (typeof CAMPAIGN_TYPES)[number]["type"];
