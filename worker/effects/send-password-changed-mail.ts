import { accountMail } from "../mail/account-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

export function sendPasswordChangedMail(
  deps: Pick<EffectDeps, "mailer" | "findUserContact" | "siteUrl">,
): Effect<"PasswordChanged"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    external: true,
    async run({ data, correlationId }, idempotencyKey) {
      const user = await deps.findUserContact(data.userId);
      if (user === null || user.email === null) return skipped("no_address");
      const mail = accountMail({
        kind: "password-changed",
        to: user.email,
        firstName: user.firstName,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
