/** Events that the endpoint at Resend subscribes to. Openings and clicks are left out: they contain IP addresses. */
export const RESEND_EVENT_TYPES = [
  "email.delivered",
  "email.delivery_delayed",
  "email.bounced",
  "email.complained",
  "email.failed",
  "email.suppressed",
  "suppression.added",
  "suppression.removed",
] as const;
