import type { AnsweredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import type { Mail } from "../ports/mailer.ts";
import { autoReplyContent } from "./auto-reply-content.ts";
import { composeMail } from "./compose-mail.tsx";
import { autoReplyParams } from "./enquiry-params.ts";
import { greeting } from "./greeting.ts";

export type AutoReplyInput = {
  siteUrl: string;
  correlationId: string;
};

/** Tells a visitor at once what follows their enquiry. */
export function autoReplyMail(
  { payload }: { payload: AnsweredForm },
  { siteUrl, correlationId }: AutoReplyInput,
): Mail {
  const content = autoReplyContent(payload.form_type);
  const { label, path } = content.link;
  return composeMail({
    to: payload.email,
    subject: content.subject,
    kicker: content.kicker,
    blocks: [
      { headline: content.headline },
      { hello: greeting(payload.first_name) },
      { lead: content.message },
      { title: "What happens next" },
      { steps: content.steps },
      { action: { label, url: siteUrl + path } },
      { note: `The ${COMPANY.name} team` },
    ],
    reason: `You’re getting this email because your address was entered in the ${content.form} on ${new URL(siteUrl).host}. If that wasn’t you, you can ignore it.`,
    siteUrl,
    correlationId,
    stored: { template: "auto-reply", params: autoReplyParams(payload) },
  });
}
