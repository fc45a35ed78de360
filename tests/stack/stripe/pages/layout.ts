import { html } from "hono/html";
import { type Html, htmlPage } from "../../html-page.ts";

export type { Html };

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Forms may redirect anywhere, because the site's own URL follows. */
export const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

export function layout(title: string, content: Html, kind: "narrow" | "wide" = "narrow"): Html {
  return htmlPage(title, {
    head: html`<link rel="stylesheet" href="/pages.css" />`,
    body: html`<body class="${kind}">
      <header class="ribbon">Test mode. No money moves here: this is an emulator of Stripe.</header>
      <main>${content}</main>
    </body>`,
  });
}

const pounds = new Map<string, Intl.NumberFormat>();

export function money(pence: number | null, currency: string | null): string {
  const code = (currency ?? "gbp").toUpperCase();
  const format =
    pounds.get(code) ?? new Intl.NumberFormat("en-GB", { style: "currency", currency: code });
  pounds.set(code, format);
  return format.format((pence ?? 0) / 100);
}

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function day(seconds: number | null): string {
  return seconds === null ? "" : days.format(seconds * 1_000);
}

export function alert(message: string | null): Html {
  return message === null ? html`` : html`<p class="alert" role="alert" id="error">${message}</p>`;
}
