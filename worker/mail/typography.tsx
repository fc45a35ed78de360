import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Text } from "@react-email/text";
import { createElement, type CSSProperties, type ReactNode } from "react";
import { BASE, ON_PERSIMMON, PERSIMMON, text, WRAP_ANYWHERE } from "./theme.ts";

/** A person's text. Lines are elements, because Outlook collapses white space whatever the style says. */
export function Lines({ margin = 0, children }: { margin?: string | 0; children: string }) {
  return createElement(
    "p",
    { ...text("ink", { ...BASE, ...WRAP_ANYWHERE, margin }), dir: "auto" },
    ...children
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .flatMap((line) => [createElement("br"), line])
      .slice(1),
  );
}

export function Headline({ children }: { children: ReactNode }) {
  const { className, style } = text("ink", {
    ...BASE,
    ...WRAP_ANYWHERE,
    margin: "44px 0 0",
    fontSize: 40,
    lineHeight: "44px",
    fontWeight: 700,
    letterSpacing: "-0.025em",
  });
  return (
    <Heading as="h1" className={`${className} headline`} style={style} dir="auto">
      {children}
    </Heading>
  );
}

export function Subheading({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      {...text("accent", { ...BASE, fontSize: 15, fontWeight: 700, margin: "36px 0 10px" })}
    >
      {children}
    </Heading>
  );
}

/** Text above the details of a mail. */
export function Lead({
  marginTop = 10,
  style,
  children,
}: {
  marginTop?: number;
  style?: CSSProperties;
  children: ReactNode;
}) {
  const lead = { ...BASE, fontSize: 18, lineHeight: "29px", margin: `${marginTop}px 0 0` };
  return <Text {...text("ink", { ...lead, ...style })}>{children}</Text>;
}

export function Paragraph({
  marginTop = 20,
  colour = "ink",
  children,
}: {
  marginTop?: number;
  colour?: "ink" | "soft";
  children: ReactNode;
}) {
  return <Text {...text(colour, { ...BASE, margin: `${marginTop}px 0 0` })}>{children}</Text>;
}

export function Action({ href, children }: { href: string; children: ReactNode }) {
  const style = {
    ...BASE,
    marginTop: 28,
    padding: "13px 22px",
    borderRadius: 4,
    backgroundColor: PERSIMMON,
    color: ON_PERSIMMON,
    fontWeight: 700,
  };
  return (
    <Button href={href} style={style}>
      {children}
    </Button>
  );
}
