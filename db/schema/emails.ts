import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import {
  UNDELIVERABLE_REASONS,
  type UndeliverableReason,
} from "#contracts/undeliverable-reasons.ts";
import { timestamptz, oneOf, madeAt } from "./columns.ts";

/** Resend's reports of our emails and Twilio's of our texts, each once, without addresses. */
export const resendEvents = pgTable(
  "resend_events",
  {
    /** Resend's, the same for each repeat; for a text, its id and status. */
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** The email's id at Resend, which its effect has as `external_id`. Null for a change of the suppression list. */
    emailId: text("email_id"),
    /** From the email's tags. Both are null for an email that no effect sent. */
    eventId: text("event_id"),
    effect: text("effect"),
    /** Twilio's error, where the report is of a text. */
    bounceType: text("bounce_type"),
    bounceSubType: text("bounce_sub_type"),
    occurredAt: timestamptz("occurred_at").notNull(),
    receivedAt: madeAt("received_at"),
  },
  (table) => [
    index("resend_events_email_idx").on(table.emailId),
    // For an effect that does not know its email's id, because the answer was lost.
    index("resend_events_effect_idx").on(table.eventId, table.effect),
    index("resend_events_received_idx").on(table.receivedAt),
    // The alert reads by it.
    index("resend_events_undelivered_idx")
      .on(table.receivedAt)
      .where(
        sql`${table.type} in ('email.bounced', 'email.complained', 'email.failed', 'email.suppressed')`,
      ),
  ],
);

/**
 * Addresses that get no email, as keyed hashes. A row without a reason is an address that gets emails again: it outvotes
 * an older webhook that comes late.
 */
export const undeliverableAddresses = pgTable(
  "undeliverable_addresses",
  {
    addressHash: text("address_hash").primaryKey(),
    reason: text("reason").$type<UndeliverableReason>(),
    changedAt: timestamptz("changed_at").notNull(),
    /** When somebody asked for a code, and Resend forgot the bounce for it: once. */
    retriedAt: timestamptz("retried_at"),
  },
  (table) => [
    oneOf("undeliverable_addresses_reason_known", table.reason, UNDELIVERABLE_REASONS),
    index("undeliverable_addresses_changed_idx").on(table.changedAt),
  ],
);
