import { COMPANY } from "#contracts/company.ts";
import { toLine } from "./billing-labels.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { Headline, Paragraph, Subheading } from "./typography.tsx";

/** One matter: what and until when, who, and where it is done. */
export type WorkLine = { readonly label: string; readonly value: string; readonly href: string };

export type WorkReader = { to: string; siteUrl: string; opsUrl: string; correlationId: string };

/** A mail to the team of what there is to do, a line with a link each. */
export function workMail(
  { to, siteUrl, correlationId }: WorkReader,
  {
    subject,
    kicker,
    headline,
    message,
    lists,
  }: {
    subject: string;
    kicker: string;
    headline: string;
    message: string;
    lists: readonly { title: string; lines: readonly WorkLine[]; more: number }[];
  },
): Mail {
  const shown = lists.map(({ title, lines, more }) => ({
    title,
    lines: lines.map((line) => ({ ...line, dir: "auto" as const })),
    rest: more === 0 ? "" : `And ${more} more, in the ops console.`,
  }));
  const texts = shown.map(({ title, lines, rest }) =>
    [title, ...lines.map(toLine), ...(rest === "" ? [] : [rest])].join("\n"),
  );
  return composeMail({
    template: "account",
    to,
    replyTo: COMPANY.email,
    subject,
    preview: message,
    kicker,
    body: (
      <>
        <Headline>{headline}</Headline>
        <Paragraph>{message}</Paragraph>
        {shown.map(({ title, lines, rest }) => (
          <div key={title}>
            <Subheading>{title}</Subheading>
            <DetailRows rows={lines} marginTop={0} />
            {rest !== "" && <Paragraph marginTop={8}>{rest}</Paragraph>}
          </div>
        ))}
      </>
    ),
    paragraphs: [headline, message, ...texts],
    reason: `Sent to the team about customers. Request ${correlationId}.`,
    params: {
      to_email: to,
      subject,
      headline,
      message: [message, ...texts].join("\n"),
      link: lists[0]?.lines[0]?.href ?? "",
      code: "",
      note: "",
    },
    siteUrl,
    correlationId,
  });
}

/** Without a name everything was erased. */
export const nameOf = (who: string | null): string => who ?? "Erased";

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
