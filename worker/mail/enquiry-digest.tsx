import type { StoredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { eventListUrl } from "../ops/events/list-query.ts";
import { toLine } from "./billing-labels.ts";
import { formatBritishTime } from "./british-time.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import { senderOf } from "./enquiry-params.ts";
import type { Mail } from "./mailer.ts";
import { FORMS } from "./team-notification.tsx";
import { Action, Headline, Paragraph } from "./typography.tsx";

export type EnquiryDigestInput = {
  enquiries: readonly { payload: StoredForm; createdAt: string }[];
  /** More than are listed. */
  hasMore: boolean;
  to: string;
  siteUrl: string;
  opsUrl: string;
  correlationId: string;
};

const OPEN = "Open the enquiries";
const HEADLINE = "Many enquiries came at once.";

/** Tells the team in one mail of enquiries that have none of their own. */
export function enquiryDigest({ enquiries, hasMore, ...input }: EnquiryDigestInput): Mail {
  const count = `${enquiries.length}${hasMore ? " and more" : ""}`;
  const subject = `Enquiries: ${count} in one mail`;
  const message = "So many came within an hour that these have no mail of their own.";
  const rows = enquiries.map(({ payload, createdAt }, index) => ({
    label: `${index + 1}. ${FORMS[payload.form_type]}, ${formatBritishTime(createdAt)}`,
    value: senderOf(payload),
    dir: "auto" as const,
  }));
  const lines = rows.map(toLine);
  const url = `${input.opsUrl}${eventListUrl({ type: "ContactSubmitted" })}`;
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: COMPANY.email,
    subject,
    preview: message,
    kicker: "Enquiries",
    body: (
      <>
        <Headline>{HEADLINE}</Headline>
        <Paragraph>{message}</Paragraph>
        <DetailRows rows={rows} />
        <Action href={url}>{OPEN}</Action>
      </>
    ),
    paragraphs: [HEADLINE, message, lines.join("\n"), `${OPEN}: ${url}`],
    reason: `Sent to the team when many enquiries come. Request ${input.correlationId}.`,
    params: {
      to_email: input.to,
      subject,
      headline: HEADLINE,
      message: [message, ...lines].join("\n"),
      link: url,
      code: "",
      note: "",
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
