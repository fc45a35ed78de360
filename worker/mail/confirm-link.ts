import type { AuthMail } from "#contracts/events/auth-mail-requested.ts";

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
 * A page with a button, because link scanners press none; the part after `#` reaches no server
 * log.
 *
 * @returns null for emails that hold only a code
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
