import { accountMail } from "../mail/account-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

/** The last mail to an erased account. Its address is kept until then, and for a week at most. */
export function sendErasedMail(
  deps: Pick<EffectDeps, "findErasedAddress" | "forgetErasedAddress" | "mailer" | "siteUrl">,
): Effect<"AccountErased"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    external: true,
    async run({ id, correlationId }, idempotencyKey) {
      const to = await deps.findErasedAddress(id);
      if (to === null) return skipped("no_address");
      const mail = accountMail({
        kind: "account-erased",
        to,
        firstName: null,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      const sent = await sendMail(deps.mailer, mail, idempotencyKey);
      await deps.forgetErasedAddress(id);
      return sent;
    },
  };
}
