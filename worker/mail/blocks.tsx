import { Text } from "@react-email/text";
import { createElement, Fragment, type ReactNode } from "react";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { initialsOf, photoAddress } from "#contracts/content/photo.ts";
import { type DetailRow, DetailRows } from "./detail-rows.tsx";
import { Initials } from "./initials.tsx";
import { LayoutTable } from "./layout-table.tsx";
import { cardsInText, PostCardList, type PostCards } from "./post-cards.tsx";
import { BASE, ground, PERSIMMON, topRule, text, WRAP_ANYWHERE } from "./theme.ts";
import { Action, Headline, Lead, Lines, Paragraph, Subheading } from "./typography.tsx";

type Contents = {
  headline: string;
  hello: string;
  /** What the mail is about, in larger type. */
  lead: string;
  /** An address, and what it is. */
  address: { label: string; value: string };
  text: string;
  /** When it happened, in small type. */
  time: string;
  title: string;
  rows: readonly DetailRow[];
  steps: readonly { when: string; what: string }[];
  /** What a visitor wrote. */
  quote: { label: string; value: string };
  cards: PostCards;
  code: { label: string; code: string; validity: string };
  action: { label: string; url: string };
  /** Another way to the same, in small type. */
  link: { label: string; url: string };
  manager: AccountManager & { apiUrl: string };
  note: string;
};

type Kind = keyof Contents;

/** A part of a mail, as an object with one key. */
export type Block = { [K in Kind]: { readonly [P in K]: Contents[K] } }[Kind];

/** The fields that templates stored at a transport have. */
type Field = "headline" | "message" | "link" | "code" | "note";

type Renderer<C> = {
  html: (content: C, after: Kind | undefined) => ReactNode;
  text: (content: C) => string;
  /** Where a stored template shows it, and what, if not the plain text. */
  field: Field | null;
  value?: (content: C) => string;
};

const asItIs = (content: string) => content;

const BLOCKS: { readonly [K in Kind]: Renderer<Contents[K]> } = {
  headline: { html: (line) => <Headline>{line}</Headline>, text: asItIs, field: "headline" },
  hello: { html: (line) => <Lead marginTop={20}>{line}</Lead>, text: asItIs, field: null },
  lead: {
    html: (line, after) => <Lead marginTop={after === "headline" ? 20 : 10}>{line}</Lead>,
    text: asItIs,
    field: "message",
  },
  address: {
    html: ({ label, value }) => (
      <Lead style={WRAP_ANYWHERE}>
        {label} <strong>{value}</strong>
      </Lead>
    ),
    text: ({ label, value }) => `${label} ${value}`,
    field: "message",
  },
  text: {
    html: (line, after) => <Paragraph marginTop={after === "headline" ? 20 : 14}>{line}</Paragraph>,
    text: asItIs,
    field: "message",
  },
  time: {
    html: (line) => (
      <Paragraph colour="soft" marginTop={8}>
        {line}
      </Paragraph>
    ),
    text: asItIs,
    field: null,
  },
  title: { html: (line) => <Subheading>{line}</Subheading>, text: asItIs, field: "message" },
  rows: {
    html: (rows, after) => <DetailRows rows={rows} marginTop={after === "title" ? 0 : 28} />,
    text: (rows) =>
      rows
        .map(({ label, value, href = "" }) =>
          href === "" || href.startsWith("mailto:")
            ? `${label}: ${value}`
            : `${label}: ${value}\n${href}`,
        )
        .join("\n"),
    field: "message",
  },
  steps: {
    html: (steps) => <Steps steps={steps} />,
    text: (steps) =>
      steps.map(({ when, what }, index) => `${index + 1}. ${when}\n   ${what}`).join("\n\n"),
    field: "message",
  },
  quote: {
    html: (quote) => <Quote {...quote} />,
    // A visitor's line cannot imitate ours.
    text: ({ label, value }) =>
      [`${label}:`, ...linesOf(value).map((line) => `> ${line}`)].join("\n"),
    field: "message",
  },
  cards: { html: (cards) => <PostCardList {...cards} />, text: cardsInText, field: "message" },
  code: {
    html: ({ label, code, validity }) => (
      <>
        <Paragraph marginTop={28}>{label}</Paragraph>
        <Code>{code}</Code>
        <Paragraph colour="soft">{validity}</Paragraph>
      </>
    ),
    text: ({ label, code, validity }) => `${label} ${code}\n\n${validity}`,
    field: "code",
    value: ({ code }) => code,
  },
  action: {
    html: ({ label, url }) => <Action href={url}>{label}</Action>,
    text: ({ label, url }) => `${label}:\n${url}`,
    field: "link",
    value: ({ url }) => url,
  },
  link: {
    html: ({ label, url }) => (
      <p {...text("soft", { ...BASE, fontSize: 14, lineHeight: "20px", margin: "12px 0 0" })}>
        <a href={url} {...text("soft")}>
          {label}
        </a>
      </p>
    ),
    text: ({ label, url }) => `${label}:\n${url}`,
    field: null,
  },
  manager: {
    html: (manager) => <ManagerNote {...manager} />,
    text: managerLine,
    field: "message",
  },
  note: { html: (line) => <Paragraph>{line}</Paragraph>, text: asItIs, field: "note" },
};

/** An empty text or list is no block. */
const isEmpty = (content: unknown) =>
  content === "" || (Array.isArray(content) && content.length === 0);

function render<T>(
  blocks: readonly Block[],
  one: (renderer: Renderer<never>, content: never, after: Kind | undefined) => T,
): T[] {
  let after: Kind | undefined;
  return blocks
    .flatMap((block) => Object.entries(block) as [Kind, never][])
    .filter(([, content]) => !isEmpty(content))
    .map(([kind, content]) => {
      const rendered = one(BLOCKS[kind], content, after);
      after = kind;
      return rendered;
    });
}

/** The blocks as HTML. */
export const toHtml = (blocks: readonly Block[]): ReactNode =>
  createElement(
    Fragment,
    null,
    ...render<ReactNode>(blocks, ({ html }, content, after) => html(content, after)),
  );

/** The blocks as paragraphs of plain text. */
export const toText = (blocks: readonly Block[]): string[] =>
  render(blocks, ({ text: say }, content) => say(content));

/** The blocks as the values of a template that is stored at a transport. */
export function toParams(blocks: readonly Block[]): Record<Field, string> {
  const said = render(blocks, ({ field, text: say, value = say }, content) => ({
    field,
    value: value(content),
  }));
  const all = (field: Field) => said.flatMap((one) => (one.field === field ? [one.value] : []));
  return {
    headline: all("headline").join("\n"),
    message: all("message").join("\n"),
    link: all("link")[0] ?? "",
    code: all("code")[0] ?? "",
    note: all("note").join(" "),
  };
}

function Steps({ steps }: { steps: Contents["steps"] }) {
  const { style } = topRule({ ...BASE, padding: "14px 0" });
  const number = text("tide", { ...style, width: 40, fontSize: 22, fontWeight: 700 });
  const body = text("ink", style);
  return (
    <LayoutTable marginTop={14}>
      {steps.map(({ when, what }, index) => (
        <tr key={when}>
          <td valign="top" className={`${number.className} rule`} style={number.style}>
            {index + 1}
          </td>
          <td valign="top" className={`${body.className} rule`} style={body.style}>
            <strong>{when}</strong>
            <br />
            {what}
          </td>
        </tr>
      ))}
    </LayoutTable>
  );
}

const linesOf = (value: string) => value.split(/\r\n|[\n\r\u2028\u2029]/);

function Quote({ label, value }: Contents["quote"]) {
  return (
    <>
      <Subheading>{label}</Subheading>
      <LayoutTable>
        <tr>
          <td {...ground("panel", { padding: "18px 20px", borderLeft: `3px solid ${PERSIMMON}` })}>
            <Lines>{value}</Lines>
          </td>
        </tr>
      </LayoutTable>
    </>
  );
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

const PHOTO_PX = 56;

function managerLine({ name, hours, whatsApp }: AccountManager): string {
  const way = whatsApp === null ? "" : `, on WhatsApp at ${whatsApp}`;
  return `Your account manager is ${name}: ${hours}${way}.`;
}

/** Pictures are often blocked: the sentence beside the photo has the name too. */
function ManagerNote(manager: Contents["manager"]) {
  return (
    <LayoutTable marginTop={28}>
      <tr>
        <td width={PHOTO_PX} valign="top" aria-hidden={manager.photo === null}>
          {manager.photo === null ? (
            <Initials px={PHOTO_PX} radius={PHOTO_PX / 2}>
              {initialsOf(manager.name)}
            </Initials>
          ) : (
            <img
              src={photoAddress(manager.apiUrl, manager.photo)}
              alt={manager.name}
              // React would add a `<link>` to preload.
              loading="lazy"
              width={PHOTO_PX}
              height={PHOTO_PX}
              style={{ display: "block", borderRadius: PHOTO_PX / 2, fontSize: 13 }}
            />
          )}
        </td>
        <td valign="middle" style={{ paddingLeft: 16 }}>
          <Text {...text("ink", { ...BASE, ...WRAP_ANYWHERE, margin: 0 })}>
            {managerLine(manager)}
          </Text>
        </td>
      </tr>
    </LayoutTable>
  );
}
