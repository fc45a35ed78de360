import { stopAlert } from "../mail/stop-mail.ts";
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
