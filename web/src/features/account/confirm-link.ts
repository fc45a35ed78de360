import {
  type ConfirmLink as ConfirmLinkTo,
  parseConfirmLink,
} from "#contracts/api/confirm-link.ts";
import { toSitePath } from "../session/return-to.ts";

export type ConfirmLink = ConfirmLinkTo<string | null>;

/**
 * @param fragment with its `#`
 * @param origin of this site, the only allowed redirect target
 * @returns null when it is not one of our links
 */
export function readConfirmLink(fragment: string, origin: string): ConfirmLink | null {
  return parseConfirmLink(new URLSearchParams(fragment.slice(1)), (redirectTo) => {
    const path = toSitePath(redirectTo, origin);
    // GoTrue redirects to the bare site when the mail named no page.
    return path === "/" ? null : path;
  });
}
