import { erasedStopAlert, stopAlert } from "../mail/stop-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { managerAddress } from "./manager-address.ts";
import { sendMail } from "./send-mail.ts";

/** Not once the post was stopped. */
export function sendStopAlert(deps: EffectDeps): Effect<"PostStopRequested"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const post = await deps.findPostToStop(data.postId);
      if (post === null) return skipped("no_longer_true");
      const mail = stopAlert({
        post,
        to: await managerAddress(deps, post.managerId),
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}

/** What went live meanwhile is told, too: nobody is left who could ask for it. */
export function sendErasedStopAlert(deps: EffectDeps): Effect<"AccountErased"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ data: { scheduled = [], managerId = null }, correlationId }, idempotencyKey) {
      const mail = erasedStopAlert({
        scheduled,
        to: await managerAddress(deps, managerId),
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
