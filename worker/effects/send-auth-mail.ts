import { buildConfirmLink, type ConfirmLinkType } from "#contracts/api/confirm-link.ts";
import type { AuthMail } from "#contracts/events/accounts.ts";
import { lifetimeS } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { accountMail } from "../mail/account-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendAuthMail(deps: EffectDeps): Effect<"AuthMailRequested"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const token = await deps.findMailToken(data.tokenId);
      if (token === null) return skipped("replaced_or_used");
      if (Date.parse(token.expiresAt) <= deps.now().getTime()) return skipped("expired");
      const link = confirmLink(
        data.mail,
        {
          link: deps.codes.linkToken(token.id, token.isPkce),
          redirectTo: token.redirectTo,
        },
        deps.siteUrl,
      );
      const mail = accountMail({
        kind: data.mail,
        to: token.relatesTo,
        firstName: token.firstName,
        newAddress: token.newEmail,
        secrets: {
          code: deps.codes.code(token.id, token.codeLength),
          link,
          validForS: lifetimeS(token),
        },
        siteUrl: deps.siteUrl,
        correlationId,
      });
      await deps.retryAddress(token.relatesTo);
      return sendMail(deps.mailer, mail, idempotencyKey, { mail: data.mail });
    },
  };
}

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
