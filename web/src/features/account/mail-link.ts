import { toSitePath } from "../session/return-to.ts";

const TYPES = ["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const;

export type MailLink = {
  readonly tokenHash: string;
  readonly type: (typeof TYPES)[number];
  readonly redirectTo: string | null;
};

/**
 * Servers, proxies and logs never see a fragment.
 * @param origin of this site, the only allowed redirect target
 * @returns null when it is not one of our links
 */
export function readMailLink(fragment: string, origin: string): MailLink | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const tokenHash = values.get("token_hash") ?? "";
  const type = values.get("type") ?? "";
  if (tokenHash === "" || !isType(type)) return null;
  const redirectTo = toSitePath(values.get("redirect_to"), origin);
  // GoTrue redirects to the bare site when the mail named no page.
  return { tokenHash, type, redirectTo: redirectTo === "/" ? null : redirectTo };
}

function isType(type: string): type is MailLink["type"] {
  return TYPES.some((known) => known === type);
}
