import { describe, expect, test } from "vitest";
import type { Conversion } from "#contracts/api/conversion.ts";
import type { EnquiryRequest } from "#contracts/api/enquiry.ts";
import { CONTACT_FORM } from "../../../../tests/support/contact-form.ts";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import type { Delivery } from "./api/deliver.ts";
import { createOutbox, type OutboxDependencies } from "./outbox.ts";
import { pendingEnquiries } from "./pending-enquiries.ts";
import { receipt } from "./receipt.ts";

const CONVERSION: Conversion = {
  event_id: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
  consent_version: "2026-11",
  consented_at: "2026-11-20T08:00:00.000Z",
  page_url: "https://tidepost.example/contact",
};
const DELIVERED: Delivery = { outcome: "delivered", id: "frm_1" };
const DOWN: Delivery = { outcome: "failed", note: "HTTP 503", retryAfterMs: null };
const REFUSED: Delivery = { outcome: "refused", message: "Please check the highlighted fields." };

function browser(answers: Delivery[], overrides: Partial<OutboxDependencies> = {}) {
  const storage = memoryStorage();
  const sent: { form: EnquiryRequest; key: string; keptMeanwhile: number }[] = [];
  const timers: { ms: number; callback: () => void }[] = [];
  const clock = { now: Date.parse("2026-11-20T09:00:00Z") };
  const kept = () => pendingEnquiries.read(storage) ?? [];
  const outbox = createOutbox({
    storage,
    deliver: async (form, key) => {
      sent.push({ form, key, keptMeanwhile: kept().length });
      return answers.shift() ?? DELIVERED;
    },
    hasConsented: () => true,
    exclusively: (work) => work(),
    now: () => clock.now,
    newIdempotencyKey: () => `key-${sent.length + 1}`,
    after: (ms, callback) => void timers.push({ ms, callback }),
    ...overrides,
  });
  return { outbox, storage, sent, timers, clock, kept };
}

describe("sent enquiry", () => {
  test("is saved before the first attempt", async () => {
    const { outbox, sent } = browser([DELIVERED]);
    await outbox.submit(CONTACT_FORM, null);
    expect(sent[0]?.keptMeanwhile).toBe(1);
  });

  test("delivered: leaves a receipt without personal data, and no copy", async () => {
    const { outbox, storage, kept } = browser([DELIVERED]);
    expect(await outbox.submit(CONTACT_FORM, null)).toEqual({ outcome: "delivered" });
    expect(kept()).toEqual([]);
    const stored = [...storage.items.values()].join();
    expect(receipt.read(storage)?.savedId).toBe("frm_1");
    for (const secret of ["Ada", "Byron", "ada@shop.example", "20 posts"]) {
      expect(stored).not.toContain(secret);
    }
  });

  test("server down: saved and retried", async () => {
    const { outbox, sent, timers, clock, kept } = browser([DOWN, DOWN, DELIVERED]);
    expect(await outbox.submit(CONTACT_FORM, null)).toEqual({ outcome: "saved" });
    expect(timers.map((timer) => timer.ms)).toEqual([5_000]);

    clock.now += 5_000;
    await outbox.resend({ early: false });
    expect(timers.at(-1)?.ms).toBe(15_000);
    expect(kept()).toHaveLength(1);

    await outbox.resend({ early: true });
    expect(kept()).toEqual([]);
    expect(sent.map((attempt) => attempt.key)).toEqual(["key-1", "key-1", "key-1"]);
    expect(new Set(sent.map((attempt) => JSON.stringify(attempt.form))).size).toBe(1);
  });

  test("refused: returned to the form", async () => {
    const { outbox, kept } = browser([REFUSED]);
    expect(await outbox.submit(CONTACT_FORM, null)).toEqual({
      outcome: "refused",
      message: "Please check the highlighted fields.",
    });
    expect(kept()).toEqual([]);
  });

  test("lost only when neither delivered nor saved", async () => {
    const { outbox } = browser([DOWN], { storage: null });
    expect(await outbox.submit(CONTACT_FORM, null)).toEqual({ outcome: "lost" });
  });

  test("conversion: sent with consent, dropped once consent is withdrawn", async () => {
    let consents = true;
    const { outbox, sent } = browser([DOWN], { hasConsented: () => consents });
    await outbox.submit(CONTACT_FORM, CONVERSION);
    consents = false;
    await outbox.resend({ early: true });
    expect(sent.map((attempt) => attempt.form)).toEqual([
      { ...CONTACT_FORM, conversion: CONVERSION },
      CONTACT_FORM,
    ]);
  });

  test("delivered without browser storage", async () => {
    const { outbox } = browser([DELIVERED], { storage: null });
    expect(await outbox.submit(CONTACT_FORM, null)).toEqual({ outcome: "delivered" });
  });
});

describe("copy of an earlier visit", () => {
  test("locked by another tab: not sent, checked again later", async () => {
    const { outbox, sent, timers, clock } = browser([DOWN], { exclusively: async () => undefined });
    await outbox.submit(CONTACT_FORM, null);
    clock.now += 60_000;
    await outbox.resend({ early: true });
    expect(sent).toHaveLength(1);
    expect(timers.at(-1)?.ms).toBe(1_000);
  });

  test("refused: returned to its own form once", async () => {
    const { outbox, sent } = browser([DOWN, REFUSED]);
    await outbox.submit(CONTACT_FORM, null);
    await outbox.resend({ early: true });
    await outbox.resend({ early: true });
    expect(sent).toHaveLength(2);
    expect(outbox.takeRejected("free-trial")).toBeNull();
    expect(outbox.takeRejected("contact")).toEqual(CONTACT_FORM);
    expect(outbox.takeRejected("contact")).toBeNull();
  });
});
