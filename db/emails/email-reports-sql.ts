import { type SQL, sql } from "drizzle-orm";
import { resendEvents } from "#db/schema/emails.ts";

/** In rising order, because webhooks come in any: a bounce may follow a delivery, and a complaint is the last word. */
const TYPES = [
  "email.sent",
  "email.delivery_delayed",
  "email.delivered",
  "email.failed",
  "email.suppressed",
  "email.bounced",
  "email.complained",
  "text.sent",
  "text.delivered",
  "text.read",
  "text.failed",
  "text.undelivered",
] as const;

export type EmailReport = {
  type: (typeof TYPES)[number];
  at: string;
  /** Such as `Permanent, NoEmail`, or Twilio's error. */
  bounce: string | null;
};

/**
 * Resend's reports of the email of an effect, the one that counts last. Found by the email's id, or by its tags while
 * the effect does not know the id.
 *
 * @param effect the row of `event_effects`
 */
export function emailReportsOf(effect: SQL): SQL<EmailReport[]> {
  return sql<EmailReport[]>`coalesce((
    select jsonb_agg(jsonb_build_object(
      'type', report.type, 'at', report.occurred_at, 'bounce', nullif(concat_ws(', ', report.bounce_type, report.bounce_sub_type), '')
    ) order by array_position(${sql.param([...TYPES])}::text[], report.type), report.occurred_at)
    from ${resendEvents} report
    where report.email_id = ${effect}.external_id or (
      ${effect}.external_id is null and report.event_id = ${effect}.event_id and report.effect = ${effect}.effect
    )
  ), '[]')`;
}
