import { sql } from "drizzle-orm";
import * as z from "zod";
import type { StoredConversion } from "#contracts/api/conversion.ts";
import type { EnquiryRow } from "#contracts/api/enquiry-row.ts";
import type { StoredForm } from "#contracts/api/enquiry.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EnquiryId } from "#contracts/ids.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { Timestamp } from "#db/timestamps.ts";

export type SubmitEnquiry = {
  id: EnquiryId;
  idempotencyKey: string;
  form: StoredForm;
  /** Null without consent. */
  conversion: StoredConversion | null;
  event: EventOf<"ContactSubmitted">;
};

type SubmitEnquiryResult =
  | { outcome: "stored" | "repeated"; row: EnquiryRow }
  | { outcome: "key_reused" };

const Written = z.object({
  id: z.string(),
  createdAt: Timestamp,
  fresh: z.boolean(),
  sameForm: z.boolean(),
});

/**
 * One statement: `do update` makes a concurrent repeat of the key wait for the first insert, where `do nothing` would
 * return no row.
 *
 * @returns `key_reused` when the key came with another form before
 */
export async function submitEnquiry(db: Db, input: SubmitEnquiry): Promise<SubmitEnquiryResult> {
  const written = await oneRowOf(db, Written)`with given as materialized (
    select ${JSON.stringify(input.form)}::jsonb as payload
  ), written as (
    insert into ${formSubmissions} (id, idempotency_key, form_type, email, payload, conversion, created_at)
    select ${input.id}, ${input.idempotencyKey}::uuid, ${input.form.form_type}, ${input.form.email}, payload,
      ${input.conversion === null ? null : JSON.stringify(input.conversion)}::jsonb, ${input.event.occurredAt}::timestamptz
    from given
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning id, payload, created_at, (xmax = 0) as fresh
  ), ${insertEventWithPromises("event", input.event, { type: "form_submission", id: input.id }, sql`from written where fresh`)}
  select id, created_at, fresh, written.payload = given.payload as same_form from written, given`;
  if (!written.sameForm) return { outcome: "key_reused" };
  return {
    outcome: written.fresh ? "stored" : "repeated",
    row: { id: written.id, created_at: written.createdAt, ...input.form },
  };
}
