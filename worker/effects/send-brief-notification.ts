import { briefNotification } from "../mail/brief-notification.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type Effect, type EffectDeps, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

export function sendBriefNotification(
  deps: Pick<EffectDeps, "findUserContact" | "mailer" | "teamEmail" | "siteUrl" | "opsUrl">,
): Effect<"BriefSubmitted"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    external: true,
    async run({ data, correlationId }, idempotencyKey) {
      const user = await deps.findUserContact(data.userId);
      if (user === null) return skipped("erased");
      const mail = briefNotification({
        to: deps.teamEmail,
        customerEmail: user.email,
        userId: data.userId,
        version: data.version,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
