import { accountMail } from "../mail/account-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";

export function passwordChangedMail(
  deps: Pick<EffectDeps, "mailer" | "findUserContact" | "siteUrl">,
): Effect<"PasswordChanged"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    external: true,
    async run(event, idempotencyKey) {
      const owner = await deps.findUserContact(event.data.userId);
      if (owner === null || owner.email === null) return skipped("no_address");
      const mail = accountMail({
        kind: "password-changed",
        to: owner.email,
        firstName: owner.firstName,
        newAddress: null,
        code: null,
        link: null,
        validForS: 0,
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      const { externalId } = await deps.mailer.send(mail, idempotencyKey);
      return { externalId, facts: { template: mail.template } };
    },
  };
}
