import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { autoReplyMail } from "../mail/auto-reply.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

/** Once a day per mailbox, and to some strangers a day, because anyone can enter any address. */
export function sendAutoReply(deps: EffectDeps): Effect<"ContactSubmitted"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.autoReply,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const enquiry = await deps.getEnquiry(data.submissionId);
      if (enquiry.email === ERASED_EMAIL) return skipped("erased");
      const claim = await deps.claimAutoReply(data.submissionId);
      if (claim !== "claimed") return skipped(claim);
      const mail = autoReplyMail(enquiry, { siteUrl: deps.siteUrl, correlationId });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
