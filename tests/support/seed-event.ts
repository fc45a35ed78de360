import type { Db } from "#db/client.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";

type EffectSeed = Partial<typeof eventEffects.$inferInsert> & { effect: string };

export function seedIds(last = "E") {
  const body = `01KAHX2J3V7W8R9T0A1B2C3D4${last}`;
  return { eventId: `evt_${body}`, submissionId: `sub_${body}`, correlationId: `req_${body}` };
}

export async function seedEvent(
  db: Db,
  seed: {
    last?: string;
    event?: Partial<typeof outboxEvents.$inferInsert>;
    effects?: readonly EffectSeed[];
  } = {},
) {
  const ids = seedIds(seed.last);
  await db.insert(outboxEvents).values({
    id: ids.eventId,
    type: "ContactSubmitted",
    version: 1,
    aggregateType: "form_submission",
    aggregateId: ids.submissionId,
    actor: { kind: "visitor" },
    payload: {
      submissionId: ids.submissionId,
      formType: "contact",
      conversionConsent: false,
    },
    correlationId: ids.correlationId,
    occurredAt: "2026-11-20T23:13:00.123Z",
    nextPublishAt: "2099-01-01T00:00:00Z",
    ...seed.event,
  });
  const effects = seed.effects ?? [];
  if (effects.length > 0) {
    await db.insert(eventEffects).values(
      effects.map((row) => ({
        eventId: ids.eventId,
        idempotencyKey: `${ids.eventId}/${row.effect}`,
        ...row,
      })),
    );
  }
  return ids;
}

export async function seedEnquiry(db: Db, seed: { last?: string; email: string }): Promise<void> {
  const last = seed.last ?? "E";
  await db.insert(formSubmissions).values({
    id: seedIds(last).submissionId,
    idempotencyKey: `00000000-0000-4000-8000-${String(last.codePointAt(0)).padStart(12, "0")}`,
    formType: "contact",
    email: seed.email,
    payload: {
      form_type: "contact",
      first_name: "Grace",
      last_name: "Hopper",
      email: seed.email,
      company: "Navy",
      subject: "General Inquiry",
      message: "Do you sail?",
      source: "Contact Us Page",
    },
    createdAt: "2026-11-20T23:13:00.123Z",
  });
}
