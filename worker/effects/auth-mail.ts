import type { MailToken } from "#db/accounts/one-time-tokens/list-mail-tokens.ts";
import { accountMail } from "../mail/account-mail.tsx";
import { confirmLink } from "../mail/confirm-link.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";

/** Skipped if the token was replaced or used. */
export function authMail(
  deps: Pick<EffectDeps, "mailer" | "findMailToken" | "codes" | "now" | "siteUrl">,
): Effect<"AuthMailRequested"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    external: true,
    async run(event, idempotencyKey) {
      const { mail, tokenId } = event.data;
      const token = await deps.findMailToken(tokenId);
      if (token === null) return skipped("replaced_or_used");
      if (Date.parse(token.expiresAt) <= deps.now().getTime()) return skipped("expired");
      const written = accountMail({
        kind: mail,
        to: token.relatesTo,
        firstName: token.firstName,
        newAddress: token.newEmail,
        code: deps.codes.code(token.id, token.codeLength),
        link: confirmLink(
          mail,
          {
            link: deps.codes.linkToken(token.id, token.isPkce),
            redirectTo: token.redirectTo,
          },
          deps.siteUrl,
        ),
        validForS: lifetimeS(token),
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      const { externalId } = await deps.mailer.send(written, idempotencyKey);
      return { externalId, facts: { template: written.template, mail } };
    },
  };
}

function lifetimeS({ createdAt, expiresAt }: MailToken): number {
  return (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000;
}
