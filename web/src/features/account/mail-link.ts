import { type ConfirmLink, parseConfirmLink } from "#contracts/api/confirm-link.ts";
import { toSitePath } from "../session/return-to.ts";

export type MailLink = ConfirmLink<string | null>;

/**
 * @param fragment with its `#`
 * @param origin of this site, the only allowed redirect target
 * @returns null when it is not one of our links
 */
export function readMailLink(fragment: string, origin: string): MailLink | null {
  return parseConfirmLink(new URLSearchParams(fragment.slice(1)), (redirectTo) => {
    const path = toSitePath(redirectTo, origin);
    // GoTrue redirects to the bare site when the mail named no page.
    return path === "/" ? null : path;
  });
}
