import type { AuthMail } from "#contracts/events/auth-mail-requested.ts";

/** The kinds of verification that clients know, for the mails that carry a link. */
const TYPES: Record<AuthMail, string | null> = {
  "confirm-sign-up": "signup",
  "magic-link": "magiclink",
  recovery: "recovery",
  invite: "invite",
  "email-change-current": "email_change",
  "email-change-new": "email_change",
  reauthentication: null,
};

/**
 * The page that a mailed link opens: one of ours, with a button. The programs that open links before their reader does
 * press no buttons, and what stands behind the `#` reaches no server's log.
 *
 * @returns null for mails that carry a code alone
 */
export function confirmLink(
  mail: AuthMail,
  token: { link: string; redirectTo: string },
  siteUrl: string,
): string | null {
  const type = TYPES[mail];
  if (type === null) return null;
  const fragment = new URLSearchParams({
    token_hash: token.link,
    type,
    redirect_to: token.redirectTo,
  });
  return `${siteUrl}/confirm#${fragment.toString()}`;
}
