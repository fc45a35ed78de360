import { COMPANY } from "#contracts/company.ts";
import { formatMoney } from "#contracts/money.ts";
import type { Invoice } from "#db/billing/find-invoice.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Lead, Paragraph } from "./typography.tsx";

export type InvoiceMailInput = {
  to: string;
  invoice: Omit<Invoice, "email">;
  siteUrl: string;
  correlationId: string;
};

const ACTION = "Open the invoice";
const HEADLINE = "A paid invoice for your books.";
// Stripe promises ten days for a link that was just read.
const MESSAGE =
  "This invoice is paid. Its page has the PDF and the receipt. Please save them: the link works for at least ten days, but not for ever.";
const NOTE =
  "Don’t want these emails? Reply and say so, or ask whoever gave us your address: they can remove it on their billing page.";

export function invoiceMail({ to, invoice, siteUrl, correlationId }: InvoiceMailInput): Mail {
  const subject = `Your ${COMPANY.name} invoice ${invoice.number}`;
  const rows = [
    { label: "Invoice", value: invoice.number },
    { label: "Paid", value: formatMoney(invoice.amountPence, invoice.currency) },
  ];
  const lines = rows.map(({ label, value }) => `${label}: ${value}`);
  return composeMail({
    template: "account",
    to,
    replyTo: COMPANY.email,
    subject,
    preview: MESSAGE,
    kicker: "Your invoice",
    body: (
      <>
        <Headline>{HEADLINE}</Headline>
        <Lead marginTop={20}>{MESSAGE}</Lead>
        <DetailRows rows={rows} />
        <Action href={invoice.url}>{ACTION}</Action>
        <Paragraph>{NOTE}</Paragraph>
      </>
    ),
    paragraphs: [MESSAGE, lines.join("\n"), `${ACTION}:\n${invoice.url}`, NOTE],
    reason: `You’re getting this email because a customer of ${new URL(siteUrl).host} gave your address for invoices.`,
    params: {
      to_email: to,
      subject,
      headline: HEADLINE,
      message: [MESSAGE, ...lines].join("\n"),
      link: invoice.url,
      code: "",
      note: NOTE,
    },
    siteUrl,
    correlationId,
  });
}
