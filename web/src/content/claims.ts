import { inText, TERMS } from "#contracts/terms.ts";
import { isShown, type Shown } from "./exhibits.ts";

/**
 * All marketing figures. Their sources are in `claims-register.ts`, which visitors do not
 * download.
 */
export type Claim = Shown & { readonly figure: string; readonly label: string };

const STATED = { note: "Unproved" } as const;
const STORY = { note: "Sample story" } as const;
const PROMISE = { note: null } as const;

export const CLAIMS = {
  businesses: { figure: "500+", label: "businesses served", ...STATED },
  rating: { figure: "4.9/5", label: "from 500+ reviews", ...STATED },
  reach: { figure: "50M+", label: "people reached monthly", ...STATED },
  engagement: { figure: "340%", label: "average engagement increase", ...STATED },
  saving: { figure: "30%", label: "saving against competitors", ...STATED },
  eventBookings: { figure: "+247%", label: "event bookings", ...STATED },
  reservations: { figure: "+180%", label: "restaurant reservations", ...STATED },
  occupancy: { figure: "+65%", label: "hotel occupancy", ...STATED },
  storyReturn: { figure: "12.4", label: "return on ad spend", ...STORY },
  storyTicketCost: { figure: "–68%", label: "cost per ticket", ...STORY },
  storyWeekdays: { figure: "89%", label: "weekday capacity filled", ...STORY },
  callSlots: { figure: "8", label: "slots left this week", note: "Example" },
  reply: { figure: inText(TERMS.reply), label: "to a reply from a person", ...PROMISE },
  live: { figure: inText(TERMS.live), label: "until you’re live", ...PROMISE },
  guarantee: { figure: inText(TERMS.guarantee), label: "to get your money back", ...PROMISE },
  report: { figure: inText(TERMS.report), label: "between reports", ...PROMISE },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof CLAIMS;

export function shownClaims(...names: readonly ClaimName[]): readonly Claim[] {
  return names.map((name) => CLAIMS[name]).filter(isShown);
}

const PROMISES = shownClaims("reply", "live", "guarantee", "report");

/** Answers as many figures as names: a promise takes the place of a claim that is not shown. */
export function shownOrPromised(...names: readonly ClaimName[]): readonly Claim[] {
  return [...new Set([...shownClaims(...names), ...PROMISES])].slice(0, names.length);
}

export function noteOf(...shown: readonly Shown[]): string {
  return [...new Set(shown.filter(isShown).flatMap(({ note }) => note ?? []))].join(" ");
}
