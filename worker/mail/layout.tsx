import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { type ReactElement, createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { COMPANY, legalLineOf } from "#contracts/company.ts";
import { LayoutTable } from "./layout-table.tsx";
import {
  WIDTH_PX,
  BASE,
  FONTS,
  ground,
  PERSIMMON,
  topRule,
  STYLE_SHEET,
  text,
  TIDE_GROUND,
} from "./theme.ts";

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * Outlook on Windows renders with Word: it ignores `max-width`, and turns an unknown font into
 * Times. React cannot write conditional comments, so templates hold elements of these names.
 */
const OUTLOOK = {
  "outlook-head":
    "<!--[if mso]><style>body,table,td,h1,h2,p,a,span{font-family:Arial,sans-serif!important}</style><![endif]-->",
  "outlook-open": `<!--[if mso]><table role="presentation" align="center" width="${WIDTH_PX}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  "outlook-close": "<!--[if mso]></td></tr></table><![endif]-->",
} as const;

type OutlookElement = keyof typeof OUTLOOK;

export function renderHtml(mail: ReactElement): string {
  // Text cannot hold these elements: React escapes `<`.
  const html = renderToStaticMarkup(mail).replace(
    /<(outlook-(?:head|open|close))><\/\1>/g,
    (_, name: OutlookElement) => OUTLOOK[name],
  );
  return DOCTYPE + html;
}

type LayoutProps = {
  title: string;
  preview: string;
  kicker: string;
  siteUrl: string;
  reason: ReactNode;
  children: ReactNode;
};

export function Layout({ title, preview, kicker, siteUrl, reason, children }: LayoutProps) {
  return (
    <Html lang="en-GB">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <style>{STYLE_SHEET}</style>
        {outlook("outlook-head")}
      </Head>
      <Body {...ground("paper", { margin: 0, padding: 0 })}>
        <Preview>{preview}</Preview>
        {outlook("outlook-open")}
        <Container style={{ maxWidth: WIDTH_PX }}>
          <LayoutTable>
            <tr>
              <td className="gutter" style={{ padding: "36px 32px 40px", fontFamily: FONTS }}>
                <Masthead kicker={kicker} siteUrl={siteUrl} />
                {children}
                <Footer siteUrl={siteUrl} reason={reason} />
              </td>
            </tr>
          </LayoutTable>
        </Container>
        {outlook("outlook-close")}
      </Body>
    </Html>
  );
}

function Masthead({ kicker, siteUrl }: { kicker: string; siteUrl: string }) {
  const name = text("ink", {
    ...BASE,
    fontSize: 21,
    lineHeight: "22px",
    fontWeight: 700,
    letterSpacing: "-0.02em",
  });
  return (
    <LayoutTable>
      <tr>
        <td width="34" valign="middle">
          <Mark />
        </td>
        <td valign="middle">
          <Link href={`${siteUrl}/`} {...name}>
            {COMPANY.name}
          </Link>
        </td>
        <td
          align="right"
          valign="middle"
          {...text("soft", { ...BASE, fontSize: 13, lineHeight: "22px" })}
        >
          {kicker}
        </td>
      </tr>
    </LayoutTable>
  );
}

/** The logo as two table cells: images are often blocked. */
function Mark() {
  const cell = { fontSize: 0, lineHeight: 0, width: 22 };
  return (
    <LayoutTable width={22}>
      <tr>
        <td height="13" style={{ ...cell, height: 13, backgroundColor: PERSIMMON }}>
          {" "}
        </td>
      </tr>
      <tr>
        <td
          height="9"
          className={TIDE_GROUND.className}
          style={{ ...cell, height: 9, ...TIDE_GROUND.style }}
        >
          {" "}
        </td>
      </tr>
    </LayoutTable>
  );
}

function Footer({ siteUrl, reason }: { siteUrl: string; reason: ReactNode }) {
  const small = { ...BASE, fontSize: 13, lineHeight: "20px", margin: "0 0 8px" };
  const link = text("tide", { textDecoration: "underline" });
  return (
    <Section {...topRule({ marginTop: 48 })}>
      <Text {...text("soft", { ...small, margin: "20px 0 8px" })}>{reason}</Text>
      <Text {...text("soft", small)}>{LEGAL_LINE}</Text>
      <Text {...text("soft", { ...small, margin: 0 })}>
        <Link href={`${siteUrl}/`} {...link}>
          {hostOf(siteUrl)}
        </Link>
        {" · "}
        <Link href={`${siteUrl}/contact`} {...link}>
          Contact
        </Link>
        {" · "}
        <Link href={`${siteUrl}/privacy-policy`} {...link}>
          Privacy
        </Link>
      </Text>
    </Section>
  );
}

function outlook(name: OutlookElement) {
  return createElement(name);
}

const LEGAL_LINE = legalLineOf(COMPANY);

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).host;
}

export function footerText(siteUrl: string, reason: string): string {
  return [
    "--",
    reason,
    LEGAL_LINE,
    `${siteUrl}/`,
    `Contact: ${siteUrl}/contact`,
    `Privacy: ${siteUrl}/privacy-policy`,
  ].join("\n");
}
