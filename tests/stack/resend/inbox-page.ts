import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { html, raw } from "hono/html";
import { type Html, htmlPage } from "../html-page.ts";

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

const stylesheet = file("inbox.css");
const script = stripTypeScriptTypes(file("inbox-client.ts"));

const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; frame-src 'self'; object-src 'none'; base-uri 'none'";

// Untrusted HTML: no scripts, no forms, opaque origin.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:; font-src * data:";

const EMPTY_MAIL = raw(
  `<!doctype html><p style="font: 15px system-ui; color: #777">This mail has no HTML.</p>`,
);

export function addInboxPage(
  app: Hono<{ Bindings: HttpBindings }>,
  readHtml: (id: string) => string | null,
): void {
  app.get("/inbox", (c) => c.html(page(), 200, { "content-security-policy": PAGE_POLICY }));
  app.get("/inbox/inbox.css", (c) => c.body(stylesheet, 200, { "content-type": "text/css" }));
  app.get("/inbox/inbox.js", (c) => c.body(script, 200, { "content-type": "text/javascript" }));
  app.get("/inbox/mails/:id/html", (c) => {
    const body = readHtml(c.req.param("id"));
    const headers = { "content-security-policy": MAIL_POLICY };
    return body === null ? c.html(EMPTY_MAIL, 200, headers) : c.html(raw(body), 200, headers);
  });
}

function page(): Html {
  return htmlPage("Inbox", {
    head: html`<link rel="stylesheet" href="/inbox/inbox.css" />
      <script type="module" src="/inbox/inbox.js"></script>`,
    body: html`<body>
      <header class="bar">
        <h1>Inbox</h1>
        <p class="note">
          Mails land here and nowhere else, <a href="/texts">texts</a> beside them.
        </p>
        <dl class="stats" id="stats" aria-live="off"></dl>
        <div class="actions">
          <button type="button" id="show-switches" aria-expanded="false" aria-controls="switches">
            Failure switches
          </button>
          <button type="button" id="clear">Empty inbox</button>
        </div>
      </header>
      ${switchesForm()}
      <main class="panes">
        <section class="list" aria-label="Mails">
          <label class="search">
            <span class="visually-hidden">Search by address or subject</span>
            <input type="search" id="search" placeholder="Search by address or subject" />
            <kbd>/</kbd>
          </label>
          <ol id="mails" aria-label="Mails, newest first"></ol>
          <p class="more" id="more" role="status"></p>
        </section>
        <article class="mail" id="mail" aria-live="polite" hidden>
          <h2 id="subject"></h2>
          <dl class="facts" id="facts"></dl>
          <div class="tabs" role="tablist" aria-label="Ways to read this mail">
            ${tab("html", "HTML")} ${tab("text", "Text")} ${tab("details", "Details")}
          </div>
          <div role="tabpanel" id="panel-html" aria-labelledby="tab-html">
            <iframe
              id="frame"
              title="The mail as its reader sees it"
              sandbox="allow-popups"
            ></iframe>
          </div>
          <div role="tabpanel" id="panel-text" aria-labelledby="tab-text" hidden>
            <pre id="text" tabindex="0"></pre>
          </div>
          <div role="tabpanel" id="panel-details" aria-labelledby="tab-details" hidden>
            <pre id="details" tabindex="0"></pre>
          </div>
        </article>
        <p class="nothing" id="nothing">Choose a mail. The arrow keys move through the list.</p>
      </main>
    </body>`,
  });
}

function tab(name: string, label: string): Html {
  return html`<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}">
    ${label}
  </button>`;
}

function switchesForm(): Html {
  return html`<form class="switches" id="switches" aria-label="Failure switches" hidden>
    <fieldset>
      <legend>Refuse</legend>
      <label>
        Answer
        <select name="status">
          <option value="">normally</option>
          <option value="500">500, server error</option>
          <option value="429">429, too many requests</option>
          <option value="422">422, refused for good</option>
        </select>
      </label>
      <label
        >for the next
        <input name="failRemaining" type="number" min="1" placeholder="all" /> mails</label
      >
      <label
        >in <input name="failShare" type="number" min="1" max="100" value="100" required /> % of
        cases</label
      >
      <label
        >Retry-After <input name="retryAfter" type="number" min="0" value="1" required /> s (429
        only)</label
      >
    </fieldset>
    <fieldset>
      <legend>Lose the answer</legend>
      <label><input name="lose" type="checkbox" /> take the mail, then cut the connection</label>
      <label
        >for the next
        <input name="loseRemaining" type="number" min="1" placeholder="all" /> mails</label
      >
      <label
        >in <input name="loseShare" type="number" min="1" max="100" value="100" required /> % of
        cases</label
      >
    </fieldset>
    <fieldset>
      <legend>Deliver</legend>
      <label>
        Then the email
        <select name="outcome">
          <option value="">arrives</option>
          <option value="bounced">bounces for good</option>
          <option value="complained">arrives and is reported as spam</option>
          <option value="suppressed">is suppressed by Resend</option>
          <option value="delayed">arrives after a delay</option>
        </select>
      </label>
      <label
        >for the next
        <input name="outcomeRemaining" type="number" min="1" placeholder="all" /> mails</label
      >
      <label
        >Send each webhook
        <input name="copies" type="number" min="1" max="5" value="1" required /> times</label
      >
      <label><input name="reversed" type="checkbox" /> the last webhook of an email first</label>
    </fieldset>
    <fieldset id="suppression" hidden>
      <legend>Suppressed by Resend</legend>
      <ul id="suppressed"></ul>
    </fieldset>
    <fieldset>
      <legend>Which, and how fast</legend>
      <label
        >Only mails with <input name="onlyMatching" placeholder="any subject or recipient"
      /></label>
      <label
        >Answer after <input name="delayMs" type="number" min="0" value="0" required /> ms</label
      >
    </fieldset>
    <div class="actions">
      <button type="submit" class="primary">Apply</button>
      <button type="button" id="all-well">All well again</button>
    </div>
  </form>`;
}
