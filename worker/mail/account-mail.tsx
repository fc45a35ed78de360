import { Text } from "@react-email/text";
import { COMPANY } from "#contracts/company.ts";
import { type AccountContent, accountContent, type AccountMailKind } from "./account-content.ts";
import { composeMail } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";
import type { Mail } from "./mailer.ts";
import { BASE, ground, text, WRAP_ANYWHERE } from "./theme.ts";
import { Action, Headline, Lead, Paragraph } from "./typography.tsx";

export type AccountMailInput = {
  kind: AccountMailKind;
  to: string;
  firstName: string | null;
  /** For an email change. */
  newAddress?: string | null;
  /** The link that removes what was added. */
  removal?: string | null;
  /** Absent in a mail that only informs. */
  secrets?: { code: string; link: string | null; validForS: number };
  siteUrl: string;
  correlationId: string;
};

const REMOVE = "This wasn’t me";
const REMOVAL =
  "The button shows what was added, and once you agree removes it and signs out every device. It works for 24 hours.";

export function accountMail(input: AccountMailInput): Mail {
  const content = accountContent(input.kind);
  const hello = greeting(input.firstName ?? "");
  const newAddress = input.newAddress ?? "";
  const { code = "", validForS = 0 } = input.secrets ?? {};
  const link = input.secrets?.link ?? "";
  const removal = input.removal ?? "";
  const validity = validityNote(content, duration(validForS));
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: COMPANY.email,
    subject: content.subject,
    preview: content.message,
    kicker: content.kicker,
    body: (
      <>
        <Headline>{content.headline}</Headline>
        <Lead marginTop={20}>{hello}</Lead>
        <Lead>{content.message}</Lead>
        {content.newAddress === null ? null : (
          <Lead style={WRAP_ANYWHERE}>
            {content.newAddress} <strong>{newAddress}</strong>
          </Lead>
        )}
        {content.action === null ? null : <Action href={link}>{content.action}</Action>}
        {removal === "" ? null : (
          <>
            <Action href={removal}>{REMOVE}</Action>
            <Paragraph>{REMOVAL}</Paragraph>
          </>
        )}
        {content.code === null ? null : (
          <>
            <Paragraph marginTop={28}>{content.code}</Paragraph>
            <Code>{code}</Code>
            <Paragraph colour="soft">{validity}</Paragraph>
          </>
        )}
        <Paragraph>{content.otherwise}</Paragraph>
      </>
    ),
    paragraphs: [
      hello,
      content.message,
      ...(content.newAddress === null ? [] : [`${content.newAddress} ${newAddress}`]),
      ...(content.action === null ? [] : [`${content.action}:\n${link}`]),
      ...(content.code === null ? [] : [`${content.code} ${code}`, validity]),
      ...(removal === "" ? [] : [`${REMOVE}:\n${removal}`, REMOVAL]),
      content.otherwise,
    ],
    reason: `You’re getting this email because this address was given for an account on ${new URL(input.siteUrl).host}.`,
    params: {
      to_email: input.to,
      subject: content.subject,
      headline: content.headline,
      message: content.message,
      new_address: content.newAddress === null ? "" : newAddress,
      link: content.action === null ? removal : link,
      code: content.code === null ? "" : code,
      note: content.otherwise,
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}

function Code({ children }: { children: string }) {
  const { className, style } = ground("panel", {
    ...BASE,
    display: "inline-block",
    margin: "10px 0 0",
    padding: "14px 22px",
    borderRadius: 4,
    fontSize: 30,
    lineHeight: "34px",
    fontWeight: 700,
    letterSpacing: "0.2em",
    fontVariantNumeric: "tabular-nums",
  });
  const ink = text("ink", style);
  return (
    <Text className={`${className} ${ink.className}`} style={ink.style}>
      {children}
    </Text>
  );
}

function validityNote({ action }: AccountContent, validFor: string): string {
  return action === null
    ? `The code is good for ${validFor}, once. Nobody at ${COMPANY.name} will ever ask you for it.`
    : `The link and code are good for ${validFor}, once. Nobody at ${COMPANY.name} will ever ask you for the code.`;
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [amount, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
