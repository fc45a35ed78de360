/** To which the endpoint at Resend is subscribed. Openings and clicks would bring addresses of networks. */
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
