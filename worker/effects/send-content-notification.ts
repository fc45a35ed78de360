import type { EventOf } from "#contracts/events/catalogue.ts";
import { contentNotification } from "../mail/content-notification.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, type SharedEffect, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

const NO_ACCOUNT = { email: null };

export function sendContentNotification(
  deps: Pick<EffectDeps, "findUserContact" | "mailer" | "teamEmail" | "siteUrl" | "opsUrl">,
): SharedEffect<EventOf<"BriefSubmitted"> | EventOf<"PostChangesRequested">> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { userId } = event.data;
      const user = userId === null ? NO_ACCOUNT : await deps.findUserContact(userId);
      if (user === null) return skipped("erased");
      const mail = contentNotification({
        event,
        to: deps.teamEmail,
        customerEmail: user.email,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
