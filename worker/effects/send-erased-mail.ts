import type { EventOf } from "#contracts/events/catalogue.ts";
import type { AccountMailKind } from "../mail/account-content.ts";
import { accountMail } from "../mail/account-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

/** The last mail to an address that an account no longer has. It is kept until then, and for a week at most. */
export function sendErasedMail<T extends "AccountErased" | "EmailChanged">(
  deps: EffectDeps,
  kind: AccountMailKind,
): Effect<T> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      // The compiler cannot follow the type through the union.
      const { id, correlationId } = event as EventOf<"AccountErased" | "EmailChanged">;
      const to = await deps.findErasedAddress(id);
      if (to === null) return skipped("no_address");
      const mail = accountMail({
        kind,
        to,
        firstName: null,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      const sent = await sendMail(deps.mailer, mail, idempotencyKey);
      await deps.forgetErasedAddress({ eventId: id, email: to });
      return sent;
    },
  };
}
