import { stoppedMail } from "../mail/stop-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendStoppedMail(deps: EffectDeps): Effect<"PostStopped"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const receipt = await deps.findReceipt(event.id, "owner");
      const [post] = receipt?.decisions ?? [];
      if (receipt === null || post === undefined) return skipped("erased");
      if (receipt.email === null) return skipped("no_address");
      const mail = stoppedMail({
        to: receipt.email,
        firstName: receipt.firstName?.split(" ")[0] ?? null,
        post,
        isLive: event.data.isLive,
        hasCalendar: receipt.hasCalendar,
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
