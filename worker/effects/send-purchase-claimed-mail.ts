import { accountMail } from "../mail/account-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";
import { sendMail } from "./send-mail.ts";

/** Goes to the address that the receipts go to, which need not be the account's. */
export function sendPurchaseClaimedMail(deps: EffectDeps): Effect<"PurchaseClaimed"> {
  return {
    queue: "email",
    priority: MAIL_PRIORITY.security,
    repeatMayDuplicate: true,
    async run({ data, correlationId }, idempotencyKey) {
      const customer = await deps.findCustomerContact(data.customerId);
      if (customer?.isErased === true) return skipped("erased");
      if (customer === null || customer.receiptEmail === null) return skipped("no_address");
      const mail = accountMail({
        kind: "purchase-claimed",
        to: customer.receiptEmail,
        firstName: null,
        siteUrl: deps.siteUrl,
        correlationId,
      });
      return sendMail(deps.mailer, mail, idempotencyKey);
    },
  };
}
