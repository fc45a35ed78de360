import type { BillingMailKind } from "../mail/billing-content.ts";
import type { BillingFacts } from "../mail/billing-labels.ts";
import { billingMail, type BillingMailInput } from "../mail/billing-mail.ts";
import type { SharedEffect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { isLate, LATE_BILLING_MAILS } from "./late-mail.ts";
import { sendMail } from "./send-mail.ts";

export type BillingData = BillingFacts & { customerId: string };

export type BillingEvent<D extends BillingData> = {
  id: string;
  occurredAt: string;
  correlationId: string;
  data: D;
};

export function sendBillingMail<D extends BillingData>(
  deps: EffectDeps,
  kindOf: BillingMailKind | ((data: D) => BillingMailKind | Promise<BillingMailKind>),
  creditNotesOf?: (event: BillingEvent<D>) => Promise<BillingMailInput["creditNotes"]>,
): SharedEffect<BillingEvent<D>> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.money,
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { data, correlationId } = event;
      const customer = await deps.findCustomerContact(data.customerId);
      if (customer?.isErased === true) return skipped("erased");
      if (customer === null || customer.email === null) return skipped("no_address");
      const kind = typeof kindOf === "string" ? kindOf : await kindOf(data);
      if (await isLate(deps, event, LATE_BILLING_MAILS[kind])) return skipped("no_longer_true");
      const mail = billingMail({
        kind,
        to: customer.email,
        firstName: customer.firstName,
        hasAccount: customer.hasAccount,
        accountManager: customer.accountManager,
        apiUrl: deps.apiUrl,
        about: data,
        at: event.occurredAt,
        card: customer.card,
        creditNotes: (await creditNotesOf?.(event)) ?? [],
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey, { mail: kind });
    },
  };
}
