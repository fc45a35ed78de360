/**
 * The register of what we claim: every marketing figure of the site, and every collection that speaks for us.
 * Pages take figures from here and nowhere else, so that one list says where each comes from and when somebody
 * has to look again.
 */
export type Provenance = {
  /** Where it comes from. */
  readonly source: string;
  /** Who answers for it. */
  readonly owner: string;
  /** Date by which it has to be confirmed again, ISO 8601. */
  readonly reviewBy: string;
  /** Whether proof is on file, which advertising rules ask for before publication. */
  readonly evidence: boolean;
};

export type Claim = Provenance & { readonly figure: string; readonly label: string };

/** Off: only what has proof on file is shown, on every page. */
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

/** Collections that are shown whole. Publishing invented reviews as real ones is a banned commercial practice. */
export const EXHIBITS = {
  testimonials: { source: "Samples written by us", evidence: false, ...REVIEW },
  caseStudies: { source: "Samples drawn by us", evidence: false, ...REVIEW },
  campaignTable: { source: "Totals of the ad account, split by us", evidence: false, ...REVIEW },
} as const satisfies Record<string, Provenance>;

/** Whether something may be shown. The second argument is for tests. */
export function isShown(what: Provenance, showWithoutEvidence = SHOW_WITHOUT_EVIDENCE): boolean {
  return what.evidence || showWithoutEvidence;
}

/** The claims that may be shown, in the order asked for. */
export function shownClaims(...names: readonly ClaimName[]): readonly Claim[] {
  return names.map((name) => CLAIMS[name]).filter((claim) => isShown(claim));
}

/** What the build should warn about: without proof on file, or past its review date. */
export function claimsInDoubt(today: Date): readonly { name: string; why: string }[] {
  return Object.entries({ ...CLAIMS, ...EXHIBITS }).flatMap(([name, claim]) => [
    ...(claim.evidence ? [] : [{ name, why: "no evidence on file" }]),
    ...(new Date(claim.reviewBy) < today
      ? [{ name, why: `review was due ${claim.reviewBy}` }]
      : []),
  ]);
}
