import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Headers of every hosted page. Forms may lead anywhere, because the shop's own addresses come after them. */
export const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/** A page around its content. */
export function layout(title: string, content: Html, kind: "narrow" | "wide" = "narrow"): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body class="${kind}">
        <header class="ribbon">
          Test mode. No money moves here: this is a stand-in for Stripe.
        </header>
        <main>${content}</main>
      </body>
    </html>`;
}

const pounds = new Map<string, Intl.NumberFormat>();

/** A sum as people read it, from pence. */
export function money(pence: number | null, currency: string | null): string {
  const code = (currency ?? "gbp").toUpperCase();
  const format =
    pounds.get(code) ?? new Intl.NumberFormat("en-GB", { style: "currency", currency: code });
  pounds.set(code, format);
  return format.format((pence ?? 0) / 100);
}

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A day as people read it, from unix seconds. */
export function day(seconds: number | null): string {
  return seconds === null ? "" : days.format(seconds * 1_000);
}

/** Something that went wrong, for everybody to notice. */
export function alert(message: string | null): Html {
  return message === null ? html`` : html`<p class="alert" role="alert" id="error">${message}</p>`;
}
