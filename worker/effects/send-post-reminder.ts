import { reminderMail } from "../mail/reminder-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

export function sendPostReminder(deps: EffectDeps): Effect<"PostsReminded"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.proposal,
    repeatMayDuplicate: true,
    async run({ data: { linkId, kind, posts: told }, correlationId }, idempotencyKey) {
      const request = await deps.findApprovalRequest(linkId);
      if (request === null || request.email === null) return skipped("no_address");
      const posts = await deps.listRemindedPosts(kind, told);
      if (posts.length === 0) return skipped("decided_or_withdrawn");
      const mail = reminderMail({
        kind,
        posts,
        to: request.email,
        firstName: request.name?.split(" ")[0] ?? null,
        accountManager: request.accountManager,
        hasCalendar: request.hasCalendar,
        token: deps.contentLinks.token("approval", linkId),
        apiUrl: deps.apiUrl,
        siteUrl: deps.siteUrl,
        correlationId,
        unsubscribeUrl: deps.unsubscribeUrl(request.approverId),
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
