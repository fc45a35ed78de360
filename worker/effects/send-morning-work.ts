import { londonTime } from "#contracts/due-times.ts";
import { hasWork } from "#db/ops/listed-posts-sql.ts";
import { morningWork } from "../mail/morning-work.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { managerAddress } from "./manager-address.ts";
import { sendMail } from "./send-mail.ts";

/** Says what is to do when it leaves; the list of an earlier day does not leave. */
export function sendMorningWork(deps: EffectDeps): Effect<"MorningWorkListed"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      if (londonTime(deps.now().getTime()).day !== data.day) return skipped("no_longer_true");
      const work = await deps.getMorningWork(data);
      if (!hasWork(work)) return skipped("nothing_to_do");
      const mail = morningWork({
        work,
        to: await managerAddress(deps, data.managerId),
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
