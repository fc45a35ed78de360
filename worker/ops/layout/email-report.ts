import type { EmailReport } from "#db/emails/email-reports-sql.ts";

const LABELS: Readonly<Record<EmailReport["type"], string>> = {
  "email.sent": "Sent",
  "email.delivery_delayed": "Delayed",
  "email.delivered": "Delivered",
  "email.failed": "Failed at Resend",
  "email.suppressed": "Suppressed",
  "email.bounced": "Bounced",
  "email.complained": "Reported as spam",
  "text.sent": "Sent",
  "text.delivered": "Delivered",
  "text.read": "Read",
  "text.failed": "Failed at Twilio",
  "text.undelivered": "Not delivered",
};

export const emailReportLabel = (type: EmailReport["type"]): string => LABELS[type];
