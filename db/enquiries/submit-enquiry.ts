import { sql } from "drizzle-orm";
import { z } from "zod";
import type { StoredConversion } from "#contracts/api/conversion.ts";
import type { EnquiryRow, StoredForm } from "#contracts/api/enquiry.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { EnquiryId } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { Timestamp } from "#db/timestamps.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

export type SubmitEnquiry = {
  id: EnquiryId;
  /** UUID made by the client. */
  idempotencyKey: string;
  /** SHA-256 of the validated form, hexadecimal. */
  requestHash: string;
  form: StoredForm;
  /** Only from visitors who consented. */
  conversion: StoredConversion | null;
  event: EventOf<"ContactSubmitted">;
  /** How long the relay leaves the event to the edge's own publishing, in milliseconds. */
  graceMs: number;
};

export type SubmitEnquiryResult =
  | { outcome: "stored" | "repeated"; row: EnquiryRow }
  | { outcome: "key_reused" };

const Written = z.object({
  id: z.string(),
  request_hash: z.string(),
  created_at: Timestamp,
  fresh: z.boolean(),
});

/**
 * Stores an enquiry and its ContactSubmitted event in one statement. The same key again finds the first row
 * and writes nothing, also when both arrive at once: `do update` makes the second wait for the first, where
 * `do nothing` would give it no row.
 *
 * @returns `stored` or `repeated` with the row, or `key_reused` when the key came with another form before
 */
export async function submitEnquiry(db: Db, input: SubmitEnquiry): Promise<SubmitEnquiryResult> {
  const [written] = await rowsOf(
    db,
    sql`with written as (
      insert into ${formSubmissions} (id, idempotency_key, request_hash, form_type, email, payload, conversion, created_at)
      values (${input.id}, ${input.idempotencyKey}::uuid, ${input.requestHash}, ${input.form.form_type},
        ${input.form.email}, ${JSON.stringify(input.form)}::jsonb,
        ${input.conversion === null ? null : JSON.stringify(input.conversion)}::jsonb, ${input.event.occurredAt}::timestamptz)
      on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
      returning id, request_hash, created_at, (xmax = 0) as fresh
    ), event as (
      ${insertEvent(input.event, { type: "form_submission", id: input.id }, input.graceMs, sql`from written where fresh`)}
    )
    select * from written`,
    Written,
  );
  if (written === undefined) throw new Error("Bug: an upsert returned no row");
  if (written.request_hash !== input.requestHash) return { outcome: "key_reused" };
  return {
    outcome: written.fresh ? "stored" : "repeated",
    // The same hash is the same form.
    row: { id: written.id, created_at: written.created_at, ...input.form },
  };
}
