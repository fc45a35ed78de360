import type { EventOf } from "#contracts/events/catalogue.ts";
import { promiseAlert } from "../mail/promise-alert.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, type SharedEffect, skipped } from "./effect.ts";
import { sendMail } from "./send-mail.ts";

export function sendPromiseAlert(
  deps: Pick<EffectDeps, "isPromiseOpen" | "mailer" | "teamEmail" | "siteUrl" | "opsUrl">,
): SharedEffect<EventOf<"PromiseDue"> | EventOf<"PromiseMissed">> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      if (!(await deps.isPromiseOpen(event.data.promiseId))) return skipped("kept_or_released");
      const mail = promiseAlert({
        event,
        to: deps.teamEmail,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
