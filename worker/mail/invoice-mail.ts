import { COMPANY } from "#contracts/company.ts";
import { formatMoney } from "#contracts/money.ts";
import type { Invoice } from "#db/billing/find-orders.ts";
import type { Mail } from "../ports/mailer.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";

export type InvoiceMailInput = MailReader & { invoice: Omit<Invoice, "email"> };

// Stripe promises ten days for a link that was just read.
const MESSAGE =
  "This invoice is paid. Its page has the PDF and the receipt. Please save them: the link works for at least ten days, but not for ever.";
const NOTE =
  "Don’t want these emails? Reply and say so, or ask whoever gave us your address: they can remove it on their billing page.";

/** Sends a paid invoice to the address that the customer gave for invoices. */
export const invoiceMail = ({ invoice, ...reader }: InvoiceMailInput): Mail =>
  composeMail(reader, {
    subject: `Your ${COMPANY.name} invoice ${invoice.number}`,
    kicker: "Your invoice",
    blocks: [
      { headline: "A paid invoice for your books." },
      { lead: MESSAGE },
      {
        rows: [
          { label: "Invoice", value: invoice.number },
          { label: "Paid", value: formatMoney(invoice.amountPence, invoice.currency) },
        ],
      },
      { action: { label: "Open the invoice", url: invoice.url } },
      { note: NOTE },
    ],
    reason: `You’re getting this email because a customer of ${new URL(reader.siteUrl).host} gave your address for invoices.`,
  });
