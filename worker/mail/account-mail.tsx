import { Text } from "@react-email/text";
import { COMPANY } from "#contracts/company.ts";
import { type AccountContent, accountContent, type AccountMailKind } from "./account-content.ts";
import { greeting } from "./greeting.ts";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { BASE, ground, text, WRITTEN } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type AccountMailInput = {
  kind: AccountMailKind;
  to: string;
  firstName: string | null;
  newAddress: string | null;
  code: string | null;
  link: string | null;
  validForS: number;
  siteUrl: string;
  correlationId: string;
};

export function accountMail(facts: AccountMailInput): Mail {
  const content = accountContent(facts.kind);
  const props: AccountMailProps = {
    kind: facts.kind,
    siteUrl: facts.siteUrl,
    hello: greeting(facts.firstName ?? ""),
    newAddress: facts.newAddress ?? "",
    link: facts.link ?? "",
    code: facts.code ?? "",
    validFor: duration(facts.validForS),
  };
  return {
    template: "account",
    to: facts.to,
    replyTo: COMPANY.email,
    subject: content.subject,
    html: renderHtml(<AccountMail {...props} />),
    text: accountText(props),
    params: {
      to_email: facts.to,
      subject: content.subject,
      headline: content.headline,
      message: content.message,
      new_address: content.newAddress === null ? "" : props.newAddress,
      link: content.action === null ? "" : props.link,
      code: content.code === null ? "" : props.code,
      note: content.otherwise,
    },
    correlationId: facts.correlationId,
  };
}

type AccountMailProps = {
  kind: AccountMailKind;
  siteUrl: string;
  hello: string;
  newAddress: string;
  link: string;
  code: string;
  validFor: string;
};

function AccountMail(props: AccountMailProps) {
  const { kind, siteUrl, hello, newAddress, link, code, validFor } = props;
  const content = accountContent(kind);
  const paragraph = { ...BASE, fontSize: 18, lineHeight: "29px", margin: "10px 0 0" };
  return (
    <Layout
      title={content.subject}
      preview={content.message}
      kicker={content.kicker}
      siteUrl={siteUrl}
      reason={reasonFor(siteUrl)}
    >
      <Headline>{content.headline}</Headline>
      <Text {...text("ink", { ...paragraph, margin: "20px 0 0" })}>{hello}</Text>
      <Text {...text("ink", paragraph)}>{content.message}</Text>
      {content.newAddress === null ? null : (
        <Text {...text("ink", { ...paragraph, ...WRITTEN })}>
          {content.newAddress} <strong>{newAddress}</strong>
        </Text>
      )}
      {content.action === null ? null : <Action href={link}>{content.action}</Action>}
      {content.code === null ? null : <Code intro={content.code} code={code} />}
      {content.code === null ? null : (
        <Text {...text("soft", { ...BASE, margin: "20px 0 0" })}>
          {validity(content, validFor)}
        </Text>
      )}
      <Text {...text("ink", { ...BASE, margin: "20px 0 0" })}>{content.otherwise}</Text>
    </Layout>
  );
}

function Code({ intro, code }: { intro: string; code: string }) {
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
    <>
      <Text {...text("ink", { ...BASE, margin: "28px 0 0" })}>{intro}</Text>
      <Text className={`${className} ${ink.className}`} style={ink.style}>
        {code}
      </Text>
    </>
  );
}

function accountText(props: AccountMailProps): string {
  const { kind, siteUrl, hello, newAddress, link, code, validFor } = props;
  const content = accountContent(kind);
  return [
    hello,
    content.message,
    ...(content.newAddress === null ? [] : [`${content.newAddress} ${newAddress}`]),
    ...(content.action === null ? [] : [`${content.action}:\n${link}`]),
    ...(content.code === null ? [] : [`${content.code} ${code}`, validity(content, validFor)]),
    content.otherwise,
    footerText(siteUrl, reasonFor(siteUrl)),
  ].join("\n\n");
}

function validity({ action }: AccountContent, validFor: string): string {
  return action === null
    ? `The code is good for ${validFor}, once. Nobody at ${COMPANY.name} will ever ask you for it.`
    : `Link and code are good for ${validFor}, once. Nobody at ${COMPANY.name} will ever ask you for the code.`;
}

function reasonFor(siteUrl: string): string {
  return `You have this email because your address was given for an account on ${new URL(siteUrl).host}.`;
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [amount, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
