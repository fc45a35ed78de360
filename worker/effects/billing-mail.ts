import type { BillingMailKind } from "../mail/billing-content.ts";
import { billingMail } from "../mail/billing-mail.tsx";
import type { BillingFacts } from "../mail/billing-labels.ts";
import type { TeamBillingMailKind } from "../mail/team-billing-content.ts";
import { teamBillingMail } from "../mail/team-billing-mail.tsx";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, type SharedEffect, skipped } from "./effect.ts";

type Data = BillingFacts & { customerId: string };

type Told<D extends Data> = { id: string; correlationId: string; data: D };

export function billingMailEffect<D extends Data>(
  deps: Pick<EffectDeps, "findCustomerContact" | "mailer" | "siteUrl">,
  kindOf: BillingMailKind | ((data: D) => BillingMailKind),
): SharedEffect<Told<D>> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.money,
    external: true,
    async run({ data, correlationId }, idempotencyKey) {
      const buyer = await deps.findCustomerContact(data.customerId);
      if (buyer?.is_erased === true) return skipped("erased");
      if (buyer === null || buyer.email === null) return skipped("no_address");
      const kind = typeof kindOf === "string" ? kindOf : kindOf(data);
      const mail = billingMail({
        kind,
        to: buyer.email,
        firstName: buyer.first_name,
        about: data,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      const { externalId } = await deps.mailer.send(mail, idempotencyKey);
      return { externalId, facts: { template: mail.template, mail: kind } };
    },
  };
}

export function teamBillingMailEffect(
  deps: Pick<EffectDeps, "findCustomerContact" | "mailer" | "teamEmail" | "siteUrl" | "opsUrl">,
  kind: TeamBillingMailKind,
): SharedEffect<Told<Data>> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.team,
    external: true,
    async run({ id, data, correlationId }, idempotencyKey) {
      const buyer = await deps.findCustomerContact(data.customerId);
      const mail = teamBillingMail({
        kind,
        to: deps.teamEmail,
        customerEmail: buyer?.email ?? null,
        isErased: buyer?.is_erased === true,
        about: data,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        eventId: id,
        correlationId,
      });
      const { externalId } = await deps.mailer.send(mail, idempotencyKey);
      return { externalId, facts: { template: mail.template, mail: kind } };
    },
  };
}
