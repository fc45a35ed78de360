import { toSitePath } from "../session/return-to.ts";

const TYPES = ["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const;

/** What a link in one of our mails asks for. */
export type MailLink = {
  readonly tokenHash: string;
  readonly type: (typeof TYPES)[number];
  /** An address of this site, or null when the mail names none. */
  readonly onward: string | null;
};

/**
 * Reads the fragment of a mail's link. It is a fragment because servers, proxies and logs never see one.
 *
 * @param fragment as `location.hash` reads
 * @param origin of this site, the only one that a link may lead on to
 * @returns null when it is none of ours
 */
export function readMailLink(fragment: string, origin: string): MailLink | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const tokenHash = values.get("token_hash") ?? "";
  const type = values.get("type") ?? "";
  if (tokenHash === "" || !isType(type)) return null;
  const onward = toSitePath(values.get("redirect_to"), origin);
  // The bare site is where the service sends whoever named no page.
  return { tokenHash, type, onward: onward === "/" ? null : onward };
}

function isType(type: string): type is MailLink["type"] {
  return TYPES.some((known) => known === type);
}
