import type { EventOf } from "#contracts/events/catalogue.ts";
import { contentNotification } from "../mail/content-notification.ts";
import type { SharedEffect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { isLate, LATE_CONTENT_MAILS } from "./late-mail.ts";
import { sendMail } from "./send-mail.ts";

const NO_ACCOUNT = { email: null };

export function sendContentNotification(
  deps: EffectDeps,
): SharedEffect<EventOf<"BriefSubmitted"> | EventOf<"PostChangesRequested">> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { userId } = event.data;
      const user = userId === null ? NO_ACCOUNT : await deps.findUserContact(userId);
      if (user === null) return skipped("erased");
      if (await isLate(deps, event, LATE_CONTENT_MAILS[event.type])) {
        return skipped("no_longer_true");
      }
      const mail = contentNotification({
        event,
        to: deps.teamEmail,
        customerEmail: user.email,
        changes:
          event.type === "PostChangesRequested"
            ? await deps.findRequestedChanges(event.data)
            : null,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
