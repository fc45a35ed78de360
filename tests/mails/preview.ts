import { POSTS } from "#contracts/sample-month/decks/bakery.ts";
import { monthOf } from "#contracts/sample-month/month.ts";
import { COLOURS } from "../../worker/colours.ts";
import { accountMail } from "../../worker/mail/account-mail.ts";
import { approvalMail } from "../../worker/mail/approval-mail.ts";
import { autoReplyMail } from "../../worker/mail/auto-reply.ts";
import { billingMail } from "../../worker/mail/billing-mail.ts";
import { commentsMail, commentsNotification } from "../../worker/mail/comments-mail.ts";
import { contentNotification } from "../../worker/mail/content-notification.ts";
import { decisionMail } from "../../worker/mail/decision-mail.ts";
import { invoiceMail } from "../../worker/mail/invoice-mail.ts";
import { reminderMail } from "../../worker/mail/reminder-mail.ts";
import { reportMail } from "../../worker/mail/report-mail.ts";
import { sampleMonthMail } from "../../worker/mail/sample-month-mail.ts";
import { erasedStopAlert, stopAlert, stoppedMail } from "../../worker/mail/stop-mail.ts";
import { teamBillingMail } from "../../worker/mail/team-billing-mail.ts";
import { enquiryDigest, teamNotification } from "../../worker/mail/team-notification.ts";
import { promiseAlert, morningWork, weekendWork } from "../../worker/mail/work-lists.ts";
import type { Mail } from "../../worker/ports/mailer.ts";
import {
  SAMPLE_BILLING_MAILS,
  SAMPLE_INVOICE_MAIL,
  SAMPLE_TEAM_BILLING_MAILS,
} from "./billing-samples.ts";
import {
  SAMPLE_ACCOUNT_MAILS,
  SAMPLE_COMMENT_NOTIFICATIONS,
  SAMPLE_COMMENTS,
  SAMPLE_APPROVAL_MAILS,
  SAMPLE_CONTENT_NOTIFICATIONS,
  SAMPLE_DECISION_MAILS,
  SAMPLE_ENQUIRY_DIGEST,
  SAMPLE_FACTS,
  SAMPLE_FORMS,
  SAMPLE_MONTH_FORM,
  SAMPLE_MORNING_WORK,
  SAMPLE_PROMISE_ALERTS,
  SAMPLE_REMINDERS,
  SAMPLE_REPORTS,
  SAMPLE_ERASED_STOP_ALERT,
  SAMPLE_STOP_ALERT,
  SAMPLE_STOPPED_MAILS,
  SAMPLE_WEEKEND_WORK,
} from "./samples.ts";

export type PreviewPage = { type: "text/html" | "text/plain"; body: string };

const TEMPLATES = { "team-notification": teamNotification, "auto-reply": autoReplyMail } as const;

const WIDTHS = [
  { name: "Desktop", px: 800 },
  { name: "Phone", px: 390 },
] as const;

export function sampleMails(): { name: string; mail: Mail }[] {
  const enquiryMails = Object.entries(SAMPLE_FORMS).flatMap(([sample, payload]) =>
    Object.entries(TEMPLATES).map(([template, compose]) => ({
      name: `${sample.replaceAll(/[^a-z]+/g, "-")}.${template}`,
      mail: compose({ payload }, SAMPLE_FACTS),
    })),
  );
  const accountMails = Object.values(SAMPLE_ACCOUNT_MAILS).map((facts) => ({
    name: `${facts.kind}.account`,
    mail: accountMail(facts),
  }));
  const billingMails = SAMPLE_BILLING_MAILS.map((facts) => ({
    name: `${facts.kind}.billing`,
    mail: billingMail(facts),
  }));
  const teamMails = SAMPLE_TEAM_BILLING_MAILS.map((facts) => ({
    name: `${facts.kind}.team-billing`,
    mail: teamBillingMail(facts),
  }));
  const digest = { name: "several.enquiry-digest", mail: enquiryDigest(SAMPLE_ENQUIRY_DIGEST) };
  const morning = { name: "some.morning-work", mail: morningWork(SAMPLE_MORNING_WORK) };
  const weekend = { name: "some.weekend-work", mail: weekendWork(SAMPLE_WEEKEND_WORK) };
  const invoice = { name: "paid.invoice", mail: invoiceMail(SAMPLE_INVOICE_MAIL) };
  const promiseMails = Object.entries(SAMPLE_PROMISE_ALERTS).map(([name, facts]) => ({
    name: `${name}.promise`,
    mail: promiseAlert(facts),
  }));
  const contentMails = Object.entries(SAMPLE_CONTENT_NOTIFICATIONS).map(([name, facts]) => ({
    name: `${name}.content-notification`,
    mail: contentNotification(facts),
  }));
  const approvalMails = Object.entries(SAMPLE_APPROVAL_MAILS).map(([name, facts]) => ({
    name: `${name}.approval`,
    mail: approvalMail(facts),
  }));
  const reminders = Object.entries(SAMPLE_REMINDERS).map(([name, facts]) => ({
    name: `${name}.reminder`,
    mail: reminderMail(facts),
  }));
  const decisionMails = Object.entries(SAMPLE_DECISION_MAILS).map(([name, facts]) => ({
    name: `${name}.decision`,
    mail: decisionMail(facts),
  }));
  const stopMails = [
    { name: "stop.alert", mail: stopAlert(SAMPLE_STOP_ALERT) },
    { name: "erased-stop.alert", mail: erasedStopAlert(SAMPLE_ERASED_STOP_ALERT) },
    ...Object.entries(SAMPLE_STOPPED_MAILS).map(([name, facts]) => ({
      name: `${name}.stop`,
      mail: stoppedMail(facts),
    })),
  ];
  const comments = [
    ...Object.entries(SAMPLE_COMMENTS).map(([name, facts]) => ({
      name: `${name}.customer`,
      mail: commentsMail(facts),
    })),
    ...Object.entries(SAMPLE_COMMENT_NOTIFICATIONS).map(([name, facts]) => ({
      name: `${name}.team`,
      mail: commentsNotification(facts),
    })),
  ];
  const reports = Object.entries(SAMPLE_REPORTS).map(([name, facts]) => ({
    name: `${name}.report`,
    mail: reportMail(facts),
  }));
  const { company: name, town, business_type: trade } = SAMPLE_MONTH_FORM;
  const month = monthOf({ name, town, trade }, POSTS, new Date(SAMPLE_FACTS.occurredAt));
  const unsubscribeUrl = "https://api.tidepost.example/unsubscribe/sub_1/token";
  const sampleMonths =
    month === null
      ? []
      : [
          {
            name: "asked.sample-month",
            mail: sampleMonthMail(SAMPLE_MONTH_FORM, month, { ...SAMPLE_FACTS, unsubscribeUrl }),
          },
        ];
  return [
    ...enquiryMails,
    ...sampleMonths,
    ...accountMails,
    ...billingMails,
    ...teamMails,
    ...promiseMails,
    ...contentMails,
    ...comments,
    ...reports,
    ...approvalMails,
    ...reminders,
    ...decisionMails,
    ...stopMails,
    digest,
    morning,
    weekend,
    invoice,
  ];
}

/**
 * - `/` lists the emails
 * - `/<name>` shows one at each width, with its headers and text
 * - `/<name>/html?scheme=light|dark` and `/<name>/text` are its parts
 *
 * @returns null for an unknown page
 */
export function previewPage(url: URL): PreviewPage | null {
  const mails = sampleMails();
  const [name = "", part] = url.pathname.slice(1).split("/");
  if (name === "") return html("Emails", indexOf(mails));
  const mail = mails.find((candidate) => candidate.name === name)?.mail;
  if (mail === undefined) return null;
  if (part === "html") return { type: "text/html", body: inScheme(mail.html, url) };
  if (part === "text") return { type: "text/plain", body: mail.text };
  return part === undefined ? html(name, viewOf(name, mail, url)) : null;
}

function indexOf(mails: ReturnType<typeof sampleMails>): string {
  const rows = mails.map(
    ({ name, mail }) =>
      `<tr><td><a href="/${name}">${name}</a></td><td>${escape(mail.subject)}</td></tr>`,
  );
  return `<h1>Emails</h1><table>${rows.join("")}</table>`;
}

function viewOf(name: string, mail: Mail, url: URL): string {
  const scheme = schemeOf(url);
  const frames = WIDTHS.map(
    ({ name: label, px }) =>
      `<figure><figcaption>${label}, ${px} px</figcaption><iframe title="${label}" width="${px}" height="1300" src="/${name}/html?scheme=${scheme}"></iframe></figure>`,
  );
  return `<p><a href="/">All emails</a> · <a href="?scheme=light">Light</a> · <a href="?scheme=dark">Dark</a> · <a href="/${name}/text">Text alone</a></p>
<h1>${escape(mail.subject)}</h1>
<p>To ${escape(mail.to)}, replies to ${escape(mail.replyTo ?? "the sender")}</p>
<div class="frames">${frames.join("")}<figure><figcaption>Text</figcaption><pre>${escape(mail.text)}</pre></figure></div>`;
}

function schemeOf(url: URL): "light" | "dark" {
  return url.searchParams.get("scheme") === "dark" ? "dark" : "light";
}

function inScheme(mailHtml: string, url: URL): string {
  const condition = schemeOf(url) === "dark" ? "all" : "not all";
  return mailHtml.replaceAll("(prefers-color-scheme:dark)", condition);
}

function html(title: string, body: string): PreviewPage {
  return {
    type: "text/html",
    body: `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>${escape(title)}</title><style>
body{margin:2rem;font:16px/1.5 system-ui,sans-serif;color:${COLOURS.ink.light};background:${COLOURS["paper-deep"].light}}
a{color:${COLOURS.tide.light}}table{border-collapse:collapse}td{padding:.4rem 2rem .4rem 0;border-top:1px solid ${COLOURS.rule.light}}
h1{font-size:1.4rem}.frames{display:flex;flex-wrap:wrap;gap:2rem;align-items:start}figure{margin:0}
figcaption{font-size:.85rem;margin-bottom:.4rem}iframe{border:1px solid ${COLOURS.rule.light};background:#fff;max-width:100%}
pre{width:40rem;max-width:100%;box-sizing:border-box;padding:1rem;background:#fff;border:1px solid ${COLOURS.rule.light};white-space:pre-wrap;overflow-wrap:anywhere}
</style><body>${body}</body></html>`,
  };
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
