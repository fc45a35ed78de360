import { invoiceMail } from "../mail/invoice-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

/** Mails the invoice's link to the address that the customer gave for invoices. */
export function sendInvoiceMail(deps: EffectDeps): Effect<"InvoicePaid"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.money,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const { email, ...invoice } = await deps.getInvoice(data.orderId);
      if (email === null) return skipped("no_address");
      const mail = invoiceMail({ to: email, invoice, siteUrl: deps.siteUrl, correlationId });
      return sendMail(deps.mailer, mail, idempotencyKey, { mail: "invoice" });
    },
  };
}
