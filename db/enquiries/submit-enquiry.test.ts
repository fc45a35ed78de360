import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { CONTACT_FORM } from "../../tests/support/contact-form.ts";
import { test } from "../../tests/support/database.ts";
import { submitEnquiry, type SubmitEnquiry } from "./submit-enquiry.ts";

function submission(changes: Partial<SubmitEnquiry> = {}, graceMs = 0): SubmitEnquiry {
  const nowMs = Date.parse("2026-11-20T12:00:00.000Z");
  const newId = <K extends IdKind>(kind: K) => makeId(kind, nowMs, randomBytes(ID_RANDOM_BYTES));
  const id = newId("submission");
  return {
    id,
    idempotencyKey: randomUUID(),
    form: CONTACT_FORM,
    event: newEvent(
      { makeId: newId, now: () => new Date(nowMs), correlationId: "req_1", graceMs },
      "ContactSubmitted",
      { kind: "visitor" },
      { submissionId: id, formType: "contact", conversionConsent: false },
    ),
    conversion: null,
    ...changes,
  };
}

describe("submitEnquiry", () => {
  test("writes the enquiry and its event, which holds ids only", async ({ db, database }) => {
    const input = submission();
    const result = await submitEnquiry(db, input);
    expect(result).toEqual({
      outcome: "stored",
      row: { id: input.id, created_at: "2026-11-20T12:00:00.000Z", ...CONTACT_FORM },
    });
    const { rows } = await database.query(
      "select id, type, aggregate_id, payload::text from outbox_events",
    );
    expect(rows).toEqual([
      {
        id: input.event.id,
        type: "ContactSubmitted",
        aggregate_id: input.id,
        payload: JSON.stringify({
          formType: "contact",
          submissionId: input.id,
          conversionConsent: false,
        }).replaceAll(/([:,])/g, "$1 "),
      },
    ]);
  });

  test("twenty repeats at once: one row, one event, one response", async ({ db, database }) => {
    const idempotencyKey = randomUUID();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => submitEnquiry(db, submission({ idempotencyKey }))),
    );
    const rows = results.map((result) => (result.outcome === "key_reused" ? null : result.row.id));
    expect(new Set(rows).size).toBe(1);
    expect(results.filter((result) => result.outcome === "stored")).toHaveLength(1);
    const counts = await database.query(
      "select (select count(*)::int from form_submissions) as forms, (select count(*)::int from outbox_events) as events",
    );
    expect(counts.rows).toEqual([{ forms: 1, events: 1 }]);
  });

  test("an idempotency key with another body: changes nothing", async ({ db, database }) => {
    const first = submission();
    await submitEnquiry(db, first);
    const second = submission({
      idempotencyKey: first.idempotencyKey,
      form: { ...CONTACT_FORM, message: "Another question." },
    });
    expect(await submitEnquiry(db, second)).toEqual({ outcome: "key_reused" });
    const { rows } = await database.query("select id from outbox_events");
    expect(rows).toEqual([{ id: first.event.id }]);
  });

  test("an event with a grace period is left to the edge; without one it wakes the relay", async ({
    db,
    database,
  }) => {
    await submitEnquiry(db, submission({}, 60_000));
    await submitEnquiry(db, submission());
    const { rows } = await database.query(
      "select next_publish_at <= now() as due from outbox_events order by due",
    );
    expect(rows).toEqual([{ due: false }, { due: true }]);
  });
});
