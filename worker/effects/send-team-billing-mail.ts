import type { TeamBillingMailKind } from "../mail/team-billing-content.ts";
import { teamBillingMail } from "../mail/team-billing-mail.ts";
import type { SharedEffect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { isLate, LATE_TEAM_MAILS } from "./late-mail.ts";
import type { BillingData, BillingEvent } from "./send-billing-mail.ts";
import { sendMail } from "./send-mail.ts";

export function sendTeamBillingMail<D extends BillingData>(
  deps: EffectDeps,
  kindOf: TeamBillingMailKind | ((data: D) => Promise<TeamBillingMailKind>),
): SharedEffect<BillingEvent<D>> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { id, data, correlationId } = event;
      const customer = await deps.findCustomerContact(data.customerId);
      const kind = typeof kindOf === "string" ? kindOf : await kindOf(data);
      if (await isLate(deps, event, LATE_TEAM_MAILS[kind])) return skipped("no_longer_true");
      const mail = teamBillingMail({
        kind,
        to: deps.teamEmail,
        customerEmail: customer?.email ?? null,
        isErased: customer?.isErased === true,
        about: data,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        eventId: id,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey, { mail: kind });
    },
  };
}
