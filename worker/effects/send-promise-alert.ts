import type { EventOf } from "#contracts/events/catalogue.ts";
import { promiseAlert } from "../mail/promise-alert.ts";
import type { SharedEffect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { managerAddress } from "./manager-address.ts";
import { sendMail } from "./send-mail.ts";

type Announced = EventOf<"PromisesAnnounced"> | EventOf<"PromiseDue"> | EventOf<"PromiseMissed">;

/** Tells the account manager whose customers they are, else the team. */
export function sendPromiseAlert(deps: EffectDeps): SharedEffect<Announced> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const { managerId, promiseIds } =
        "promiseIds" in data ? data : { managerId: null, promiseIds: [data.promiseId] };
      const promises = await deps.listNamedPromises(promiseIds);
      if (promises.length === 0) return skipped("kept_or_released");
      const mail = promiseAlert({
        promises,
        now: deps.now().toISOString(),
        to: await managerAddress(deps, managerId),
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
