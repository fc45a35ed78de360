import { html } from "hono/html";

export type Html = ReturnType<typeof html>;

export function htmlPage(title: string, page: { head?: Html; body: Html }): Html {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${page.head ?? ""}
      </head>
      ${page.body}
    </html>`;
}
