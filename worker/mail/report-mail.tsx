import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import {
  periodLabel,
  REPORT_LINK_DAYS,
  type ReportPeriod,
} from "#contracts/content/report-period.ts";
import { actionMail, POSTS_REASON } from "./action-mail.tsx";
import { greeting } from "./greeting.ts";
import type { Mail } from "./mailer.ts";

export type ReportMailInput = {
  to: string;
  firstName: string | null;
  accountManager: AccountManager | null;
  /** Serves the photo. */
  apiUrl: string;
  period: ReportPeriod;
  isCorrection: boolean;
  /** Opens this report without signing in. */
  link: string;
  siteUrl: string;
  correlationId: string;
};

const OPEN = "Open my report";
const NOTE = `The link opens this report only, for ${REPORT_LINK_DAYS} days and without signing in, so only forward it to people who should read it. All your reports are on your dashboard.`;

/** Tells a customer that a report is published, without its figures. */
export function reportMail(input: ReportMailInput): Mail {
  const period = periodLabel(input.period);
  const subject = input.isCorrection
    ? `Your report has been corrected: ${period}`
    : `Your report is ready: ${period}`;
  const headline = input.isCorrection ? "We corrected your report." : "Your report is ready.";
  const hello = greeting(input.firstName ?? "");
  const message = input.isCorrection
    ? `Something in your report for ${period} was wrong. Here is the corrected version.`
    : `What your posts did, and what went live: ${period}.`;
  return actionMail({
    to: input.to,
    subject,
    kicker: "Your report",
    headline,
    hello,
    message,
    open: OPEN,
    url: input.link,
    note: NOTE,
    reason: POSTS_REASON,
    accountManager: input.accountManager,
    apiUrl: input.apiUrl,
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
