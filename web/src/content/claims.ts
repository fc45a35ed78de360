/**
 * Every marketing figure of the site. Pages take figures from here and nowhere else, so that one list says
 * what we claim, where it comes from and when somebody has to look again.
 */
export type Claim = {
  readonly figure: string;
  readonly label: string;
  /** Where the figure comes from. */
  readonly source: string;
  /** Who answers for it. */
  readonly owner: string;
  /** Date by which it has to be confirmed again, ISO 8601. */
  readonly reviewBy: string;
  /** Whether proof is on file, which advertising rules ask for before publication. */
  readonly evidence: boolean;
};

/** Off: only figures with proof on file are shown. */
const SHOW_WITHOUT_EVIDENCE = true;

const REVIEW = { owner: "Marketing", reviewBy: "2027-01-31" } as const;
const STATED = { source: "Stated by the company", evidence: false, ...REVIEW } as const;
const PROMISE = { source: "Service promise", evidence: true, ...REVIEW } as const;

export const CLAIMS = {
  businesses: { figure: "500+", label: "businesses served", ...STATED },
  rating: { figure: "4.9/5", label: "from 500+ reviews", ...STATED },
  reach: { figure: "50M+", label: "people reached monthly", ...STATED },
  engagement: { figure: "340%", label: "average engagement increase", ...STATED },
  saving: { figure: "30%", label: "saving against competitors", ...STATED },
  eventBookings: { figure: "+247%", label: "event bookings", ...STATED },
  reservations: { figure: "+180%", label: "restaurant reservations", ...STATED },
  occupancy: { figure: "+65%", label: "hotel occupancy", ...STATED },
  storyReturn: { figure: "12.4", label: "return on ad spend", ...STATED },
  storyTicketCost: { figure: "–68%", label: "cost per ticket", ...STATED },
  storyWeekdays: { figure: "89%", label: "weekday capacity filled", ...STATED },
  campaigns: { figure: "15,272,340", label: "impressions bought", ...STATED },
  callSlots: { figure: "8", label: "slots left this week", ...STATED },
  reply: { figure: "24 hours", label: "to a reply from a person", ...PROMISE },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof CLAIMS;

/** The claims that may be shown, in the order asked for. */
export function shownClaims(...names: readonly ClaimName[]): readonly Claim[] {
  return names
    .map((name) => CLAIMS[name])
    .filter((claim) => claim.evidence || SHOW_WITHOUT_EVIDENCE);
}

/** Claims that the build should warn about: without proof on file, or past their review date. */
export function claimsInDoubt(today: Date): readonly { name: string; why: string }[] {
  return Object.entries(CLAIMS).flatMap(([name, claim]) => [
    ...(claim.evidence ? [] : [{ name, why: "no evidence on file" }]),
    ...(new Date(claim.reviewBy) < today
      ? [{ name, why: `review was due ${claim.reviewBy}` }]
      : []),
  ]);
}
