import type { TeamBillingMailKind } from "../mail/team-billing-content.ts";
import { teamBillingMail } from "../mail/team-billing-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import type { EffectDeps, SharedEffect } from "./effect.ts";
import type { BillingData, BillingEvent } from "./send-billing-mail.ts";
import { sendMail } from "./send-mail.ts";

export function sendTeamBillingMail<D extends BillingData>(
  deps: Pick<EffectDeps, "findCustomerContact" | "mailer" | "teamEmail" | "siteUrl" | "opsUrl">,
  kindOf: TeamBillingMailKind | ((data: D) => Promise<TeamBillingMailKind>),
): SharedEffect<BillingEvent<D>> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    repeatMayDuplicate: true,
    async run({ id, data, correlationId }, idempotencyKey) {
      const customer = await deps.findCustomerContact(data.customerId);
      const kind = typeof kindOf === "string" ? kindOf : await kindOf(data);
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
