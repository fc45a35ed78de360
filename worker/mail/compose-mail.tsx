import type { ReactNode } from "react";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";

type MailParts = Omit<Mail, "html" | "text"> & {
  /** Title of the HTML document; the subject by default. */
  title?: string;
  /** Shown by inboxes after the subject. */
  preview: string;
  kicker: string;
  body: ReactNode;
  /** The body as plain text. */
  paragraphs: readonly string[];
  /** Why the recipient gets this mail. */
  reason: string;
  siteUrl: string;
};

/** Puts the layout around a mail's body, and the footer below its plain text. */
export function composeMail({ body, paragraphs, preview, kicker, ...rest }: MailParts): Mail {
  const { title = rest.subject, reason, siteUrl, ...mail } = rest;
  return {
    ...mail,
    html: renderHtml(
      <Layout title={title} preview={preview} kicker={kicker} siteUrl={siteUrl} reason={reason}>
        {body}
      </Layout>,
    ),
    text: [...paragraphs, footerText(siteUrl, reason)].join("\n\n"),
  };
}
