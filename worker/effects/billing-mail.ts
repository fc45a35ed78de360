import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import type { BillingMailKind } from "../mail/billing-content.ts";
import { billingMail } from "../mail/billing-mail.tsx";
import { teamBillingMail } from "../mail/team-billing-mail.tsx";
import type { EffectDeps } from "./catalogue.ts";
import type { SharedEffect } from "./effect.ts";

/** What a mail is written of. */
type Told = { id: string; correlationId: string; data: SubscriptionFacts };

/** Tells a customer what became of their subscription. */
export function customerMail(deps: EffectDeps, kind: BillingMailKind): SharedEffect<Told> {
  return {
    queue: "email",
    external: true,
    async run(event, idempotencyKey) {
      const buyer = await deps.loadBuyer(event.data.customerId);
      if (buyer === null || buyer.email === null) {
        return { providerId: null, facts: { outcome: "skipped", reason: "no_address" } };
      }
      const mail = billingMail({
        kind,
        to: buyer.email,
        firstName: buyer.first_name,
        subscription: event.data,
        siteUrl: deps.siteUrl,
        correlationId: event.correlationId,
      });
      const { providerId } = await deps.mailer.send(mail, idempotencyKey);
      return { providerId, facts: { template: mail.template, mail: kind } };
    },
  };
}

/** Tells the team of a customer whom they have to do something for. */
export function saleNotice(deps: EffectDeps, kind: "sale" | "duplicate"): SharedEffect<Told> {
  return {
    queue: "email",
    external: true,
    async run(event, idempotencyKey) {
      const buyer = await deps.loadBuyer(event.data.customerId);
      const mail = teamBillingMail({
        kind,
        to: deps.teamEmail,
        buyer: buyer?.email ?? null,
        subscription: event.data,
        siteUrl: deps.siteUrl,
        opsUrl: deps.opsUrl,
        eventId: event.id,
        correlationId: event.correlationId,
      });
      const { providerId } = await deps.mailer.send(mail, idempotencyKey);
      return { providerId, facts: { template: mail.template } };
    },
  };
}
