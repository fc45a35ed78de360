import { daysOffAfter, londonTime } from "#contracts/due-times.ts";
import { hasWork } from "#db/ops/listed-posts-sql.ts";
import { weekendWork } from "../mail/weekend-work.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { managerAddress } from "./manager-address.ts";
import { sendMail } from "./send-mail.ts";

/** Says what is left to do when it leaves, which is on the day itself or not at all. */
export function sendWeekendWork(deps: EffectDeps): Effect<"WeekendWorkListed"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ data: { managerId, day }, correlationId }, idempotencyKey) {
      const daysOff = daysOffAfter(day);
      const isLate = londonTime(deps.now().getTime()).day !== day;
      if (isLate || daysOff === null) return skipped("no_longer_true");
      const work = await deps.getWeekendWork({ managerId, ...daysOff });
      if (!hasWork(work)) return skipped("nothing_to_do");
      const mail = weekendWork({
        work,
        daysOff,
        to: await managerAddress(deps, managerId),
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
