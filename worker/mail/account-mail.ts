import { COMPANY } from "#contracts/company.ts";
import { spanInWords } from "#contracts/spans.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import type { Mail } from "../ports/mailer.ts";
import { type AccountContent, accountContent, type AccountMailKind } from "./account-content.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";

export type AccountMailInput = MailReader & {
  kind: AccountMailKind;
  firstName: string | null;
  /** An email change has one. */
  newAddress?: string | null;
  /** The link that removes what was added. */
  removal?: string | null;
  /** Absent in a mail that only informs. */
  secrets?: { code: string; link: string | null; validForS: number };
};

const REMOVAL = `The button shows what was added, and once you agree removes it and signs out every device. It works for ${inText(TERMS.removalLink)}.`;

/** A mail about an account: a link and a code to go on with, or what has changed. */
export function accountMail(input: AccountMailInput): Mail {
  const { kind, firstName, newAddress, removal, secrets, siteUrl } = input;
  const content = accountContent(kind);
  const { subject, kicker, headline, message, action, code, otherwise } = content;
  const validity = validityNote(content, spanInWords(secrets?.validForS ?? 0));
  return composeMail(input, {
    subject,
    kicker,
    blocks: [
      { headline },
      { hello: greeting(firstName ?? "") },
      { lead: message },
      content.newAddress !== null && {
        address: { label: content.newAddress, value: newAddress ?? "" },
      },
      action !== null && { action: { label: action, url: secrets?.link ?? "" } },
      typeof removal === "string" && { action: { label: "This wasn’t me", url: removal } },
      typeof removal === "string" && { note: REMOVAL },
      code !== null && { code: { label: code, code: secrets?.code ?? "", validity } },
      { note: otherwise },
    ],
    reason: `You’re getting this email because this address was given for an account on ${new URL(siteUrl).host}.`,
  });
}

function validityNote({ action }: AccountContent, validFor: string): string {
  return action === null
    ? `The code is good for ${validFor}, once. Nobody at ${COMPANY.name} will ever ask you for it.`
    : `The link and code are good for ${validFor}, once. Nobody at ${COMPANY.name} will ever ask you for the code.`;
}
