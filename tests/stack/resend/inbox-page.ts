import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** The page on which people read the mails. */
export function inboxPage(): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<!doctype html><title>Inbox</title><h1>Inbox</h1>`;
}

/** One mail's own HTML, which the inbox shows in a frame of its own. */
export function mailBodyPage(c: Context, body: string): Response {
  return c.body(body, 200, { "content-type": "text/html; charset=utf-8" });
}
