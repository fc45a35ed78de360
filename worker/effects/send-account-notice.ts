import { buildRemovalLink } from "#contracts/api/removal-link.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { AccountNotice } from "../mail/account-content.ts";
import { accountMail } from "../mail/account-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

type Noticed = "EmailChanged" | "PasswordChanged" | "SecurityNoticeRequested";

/** Tells the user what happened to the account; of a sign-in method that was added, with a link that removes it. */
export function sendAccountNotice<T extends Noticed>(
  deps: EffectDeps,
  noticeOf: (event: EventOf<T>) => AccountNotice,
): Effect<T> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      // The compiler cannot follow the type through the union.
      const { id, data, correlationId } = event as EventOf<Noticed>;
      const user = await deps.findUserContact(data.userId);
      if (user === null || user.email === null) return skipped("no_address");
      const kind = noticeOf(event);
      const removal =
        "subjectId" in data && data.subjectId !== undefined
          ? buildRemovalLink(deps.siteUrl, { event: id, token: deps.codes.removalToken(id) })
          : null;
      const mail = accountMail({
        kind,
        to: user.email,
        firstName: user.firstName,
        removal,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey, { mail: kind });
    },
  };
}
