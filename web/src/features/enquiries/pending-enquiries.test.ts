import { describe, expect, test } from "vitest";
import { CONTACT_FORM } from "../../../../tests/support/contact-form.ts";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import {
  afterAttempt,
  dueEnquiries,
  nextDueAt,
  pauseMs,
  pendingEnquiries,
  type PendingEnquiry,
} from "./pending-enquiries.ts";

const NOW = Date.parse("2026-11-20T09:00:00Z");

function kept(overrides: Partial<PendingEnquiry> = {}): PendingEnquiry {
  return {
    form: CONTACT_FORM,
    timestamp: "2026-11-20T08:59:00.000Z",
    error: null,
    idempotencyKey: "key-1",
    attempts: 1,
    nextAttemptAt: NOW,
    refused: false,
    ...overrides,
  };
}

describe("saved enquiries", () => {
  test("are the same after a round trip", () => {
    const list = [kept(), kept({ idempotencyKey: "key-2", refused: true })];
    const storage = memoryStorage();
    pendingEnquiries.write(storage, list);
    expect(pendingEnquiries.read(storage)).toEqual(list);
  });

  test.each(["", "not json", "null", "{}", '[1, null, {"form": 2}]'])(
    "storage holds %j: empty list",
    (stored) => {
      expect(pendingEnquiries.read(memoryStorage({ contactFormBackup: stored }))).toEqual([]);
    },
  );
});

describe("due enquiries", () => {
  test("include those whose pause is over", () => {
    const waiting = kept({ idempotencyKey: "later", nextAttemptAt: NOW + 1 });
    expect(dueEnquiries([kept(), waiting], NOW, false)).toEqual([kept()]);
  });

  test("early resend: include every failed one", () => {
    const waiting = kept({ nextAttemptAt: NOW + 60_000 });
    expect(dueEnquiries([waiting], NOW, true)).toEqual([waiting]);
  });

  test("exclude a first attempt that another tab may still be running", () => {
    expect(dueEnquiries([kept({ attempts: 0, nextAttemptAt: NOW + 15_000 })], NOW, true)).toEqual(
      [],
    );
  });

  test("exclude refused ones", () => {
    const refused = kept({ refused: true });
    expect(dueEnquiries([refused], NOW, true)).toEqual([]);
    expect(nextDueAt([refused])).toBeNull();
  });

  test("next due time is the earliest", () => {
    const list = [kept({ nextAttemptAt: NOW + 9 }), kept({ nextAttemptAt: NOW + 5 })];
    expect(nextDueAt(list)).toBe(NOW + 5);
  });
});

describe("after an attempt", () => {
  const other = kept({ idempotencyKey: "other" });

  test("delivered: removed, the others stay", () => {
    expect(
      afterAttempt([kept(), other], "key-1", { outcome: "delivered", id: "frm_1" }, NOW),
    ).toEqual([other]);
  });

  test("failed: pause triples up to an hour", () => {
    expect([1, 2, 3, 4].map(pauseMs)).toEqual([5_000, 15_000, 45_000, 135_000]);
    expect(pauseMs(50)).toBe(3_600_000);
    const failure = { outcome: "failed", note: "HTTP 503", retryAfterMs: null } as const;
    expect(afterAttempt([kept()], "key-1", failure, NOW)).toEqual([
      kept({ attempts: 2, error: "HTTP 503", nextAttemptAt: NOW + 15_000 }),
    ]);
  });

  test("failed with a longer Retry-After: pause is the server's", () => {
    const failure = { outcome: "failed", note: "HTTP 429", retryAfterMs: 60_000 } as const;
    expect(afterAttempt([kept()], "key-1", failure, NOW)[0]?.nextAttemptAt).toBe(NOW + 60_000);
  });

  test("refused: saved for its form and not sent again", () => {
    const [refused] = afterAttempt([kept()], "key-1", { outcome: "refused", message: "No." }, NOW);
    expect(refused).toMatchObject({ refused: true, error: "No.", attempts: 2 });
  });
});
