import type { EventOf } from "#contracts/events/catalogue.ts";
import type { AccountNotice } from "../mail/account-content.ts";
import { accountMail } from "../mail/account-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

type Noticed = "EmailChanged" | "PasswordChanged" | "SecurityNoticeRequested";

/** Tells the user what happened to the account, without code or link. */
export function sendAccountNotice<T extends Noticed>(
  deps: Pick<EffectDeps, "mailer" | "findUserContact" | "siteUrl">,
  noticeOf: (event: EventOf<T>) => AccountNotice,
): Effect<T> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      // The compiler cannot follow the type through the union.
      const { data, correlationId } = event as EventOf<Noticed>;
      const user = await deps.findUserContact(data.userId);
      if (user === null || user.email === null) return skipped("no_address");
      const kind = noticeOf(event);
      const mail = accountMail({
        kind,
        to: user.email,
        firstName: user.firstName,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey, { mail: kind });
    },
  };
}
