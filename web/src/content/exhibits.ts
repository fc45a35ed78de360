import { SHOW_WITHOUT_EVIDENCE } from "./show-without-evidence.ts";

export type Shown = {
  /** Stands beside it as a tag. Null when proof is on file, as advertising rules require before publication. */
  readonly note: string | null;
};

/** Collections that are shown whole. Publishing fake reviews is a banned commercial practice. */
export const EXHIBITS = {
  testimonials: { note: "Sample reviews" },
  caseStudies: { note: "Sample accounts" },
  offerDeadline: { note: "Example" },
  campaignTable: { note: "Unproved, rows illustrative" },
} as const satisfies Record<string, Shown>;

export function isShown({ note }: Shown): boolean {
  return note === null || SHOW_WITHOUT_EVIDENCE;
}
