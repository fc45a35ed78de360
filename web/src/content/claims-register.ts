import { type ClaimName, CLAIMS } from "./claims.ts";
import { EXHIBITS } from "./exhibits.ts";

type Provenance = {
  readonly source: string;
  readonly owner: string;
  /** ISO 8601. */
  readonly reviewBy: string;
};

const REVIEW = { owner: "Marketing", reviewBy: "2027-01-31" } as const;
const STATED = { source: "Stated by the company", ...REVIEW } as const;
const PROMISED = { source: "Service promise", ...REVIEW } as const;

export const REGISTER: Readonly<Record<ClaimName | keyof typeof EXHIBITS, Provenance>> = {
  businesses: STATED,
  rating: STATED,
  reach: STATED,
  engagement: STATED,
  saving: STATED,
  eventBookings: STATED,
  reservations: STATED,
  occupancy: STATED,
  storyReturn: STATED,
  storyTicketCost: STATED,
  storyWeekdays: STATED,
  callSlots: STATED,
  reply: PROMISED,
  live: PROMISED,
  guarantee: PROMISED,
  report: PROMISED,
  testimonials: { source: "Samples written by us", ...REVIEW },
  caseStudies: { source: "Samples drawn by us", ...REVIEW },
  offerDeadline: { source: "Wording of the specification", ...REVIEW },
  campaignTable: { source: "Totals of the ad account, split by us", ...REVIEW },
};

export function claimsInDoubt(today: Date): readonly { name: string; why: string }[] {
  const claimed = Object.entries({ ...CLAIMS, ...EXHIBITS });
  const overdue = Object.entries(REGISTER).filter(([, entry]) => new Date(entry.reviewBy) < today);
  return [
    ...claimed
      .filter(([, { note }]) => note !== null)
      .map(([name]) => ({ name, why: "no evidence on file" })),
    ...overdue.map(([name, { reviewBy }]) => ({ name, why: `review was due ${reviewBy}` })),
  ];
}
