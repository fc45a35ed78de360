import type { AnsweredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import type { Mail } from "../ports/mailer.ts";
import { autoReplyContent } from "./auto-reply-content.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";
import { autoReplyParams } from "./enquiry-params.ts";
import { greeting } from "./greeting.ts";

/** Tells a visitor at once what follows their enquiry. */
export function autoReplyMail(
  { payload }: { payload: AnsweredForm },
  origin: Omit<MailReader, "to">,
): Mail {
  const content = autoReplyContent(payload.form_type);
  const { label, path } = content.link;
  const { siteUrl } = origin;
  const reader = { ...origin, to: payload.email };
  return composeMail(reader, {
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
    stored: { template: "auto-reply", params: autoReplyParams(payload) },
  });
}
