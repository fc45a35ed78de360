import { approvalMail } from "../mail/approval-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendApprovalMail(deps: EffectDeps): Effect<"ApprovalRequested"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    repeatMayDuplicate: true,
    async run({ data: { linkId }, correlationId }, idempotencyKey) {
      const request = await deps.findApprovalRequest(linkId);
      if (request === null || request.email === null) return skipped("no_address");
      if (request.waiting === 0) return skipped("decided_or_withdrawn");
      const mail = approvalMail({
        to: request.email,
        name: request.name,
        isOwner: request.isOwner,
        hasCalendar: request.hasCalendar,
        accountManager: request.accountManager,
        apiUrl: deps.apiUrl,
        businessName: request.businessName,
        waiting: request.asked,
        token: deps.contentLinks.token("approval", linkId),
        siteUrl: deps.siteUrl,
        correlationId,
        unsubscribeUrl: deps.unsubscribeUrl(request.approverId),
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
