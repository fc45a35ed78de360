import { buildConfirmLink, type ConfirmLinkType } from "#contracts/api/confirm-link.ts";
import type { AuthMail } from "#contracts/events/accounts.ts";

const TYPES: Record<AuthMail, ConfirmLinkType | null> = {
  "confirm-sign-up": "signup",
  "magic-link": "magiclink",
  recovery: "recovery",
  invite: "invite",
  "email-change-current": "email_change",
  "email-change-new": "email_change",
  reauthentication: null,
};

/** @returns null for emails that hold only a code */
export function confirmLink(
  mail: AuthMail,
  token: { link: string; redirectTo: string },
  siteUrl: string,
): string | null {
  const type = TYPES[mail];
  if (type === null) return null;
  return buildConfirmLink(siteUrl, { tokenHash: token.link, type, redirectTo: token.redirectTo });
}
