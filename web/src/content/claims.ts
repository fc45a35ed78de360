import { COMPANY } from "#contracts/company.ts";

/**
 * All marketing figures. Their sources are in `claims-register.ts`, which visitors do not
 * download.
 */
export type Shown = {
  /** Proof is on file, as advertising rules require before publication. */
  readonly evidence: boolean;
};

export type Claim = Shown & { readonly figure: string; readonly label: string };

const SHOW_WITHOUT_EVIDENCE = true;

const STATED = { evidence: false } as const;
const PROMISE = { evidence: true } as const;

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
  callSlots: { figure: "8", label: "slots left this week", ...STATED },
  reply: {
    figure: `${COMPANY.replyWithinHours} hours`,
    label: "to a reply from a person",
    ...PROMISE,
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof CLAIMS;

/** Collections that are shown whole. Publishing fake reviews is a banned commercial practice. */
export const EXHIBITS = {
  testimonials: STATED,
  caseStudies: STATED,
  campaignTable: STATED,
} as const satisfies Record<string, Shown>;

export function isShown(what: Shown, showWithoutEvidence = SHOW_WITHOUT_EVIDENCE): boolean {
  return what.evidence || showWithoutEvidence;
}

export function shownClaims(...names: readonly ClaimName[]): readonly Claim[] {
  return names.map((name) => CLAIMS[name]).filter((claim) => isShown(claim));
}
