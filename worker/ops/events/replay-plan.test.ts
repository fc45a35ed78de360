import { describe, expect, test } from "vitest";
import type { EventEffect, EventRecord } from "#db/ops/find-events.ts";
import { planReplay } from "./replay-plan.ts";

function recordOf(
  event: Partial<EventRecord["event"]>,
  effects: (Partial<EventEffect> & { effect: string })[],
): EventRecord {
  return {
    event: {
      id: "evt_1",
      type: "ContactSubmitted",
      version: 1,
      aggregateType: "form_submission",
      aggregateId: "sub_1",
      actor: { kind: "visitor" },
      payload: {},
      correlationId: "req_1",
      traceparent: null,
      occurredAt: "2026-11-20T23:13:00Z",
      state: "open",
      isCodeExpired: false,
      publishCount: 1,
      nextPublishAt: "2026-11-20T23:13:10Z",
      dispatchedAt: null,
      completedAt: null,
      deadLetteredAt: null,
      lastError: null,
      ...event,
    },
    effects: effects.map((effect) => ({
      status: "pending",
      attempts: 1,
      firstAttemptAt: null,
      lastError: null,
      externalId: null,
      completedAt: null,
      inDoubt: false,
      emailReports: [],
      ...effect,
    })),
    attempts: [],
    replays: [],
    audit: [],
  };
}

function chosen(record: EventRecord): Record<string, boolean> | string {
  const plan = planReplay(record);
  if (plan.kind !== "effects") return plan.kind;
  return Object.fromEntries(
    plan.candidates.map(({ effect, preselected }) => [effect.effect, preselected]),
  );
}

const deadLetteredAt = "2026-11-20T23:20:00Z";

describe("replay plan", () => {
  test("runs failed effects, and offers pending ones unticked", () => {
    const record = recordOf({}, [
      { effect: "audit", status: "completed" },
      { effect: "send-auto-reply", status: "pending" },
      { effect: "other", status: "skipped" },
      { effect: "send-team-notification", status: "dead_lettered" },
    ]);
    expect(chosen(record)).toEqual({ "send-auto-reply": false, "send-team-notification": true });
  });

  test("dead-lettered event: runs its pending effects, which nothing retries", () => {
    const record = recordOf({ deadLetteredAt }, [{ effect: "send-auto-reply", status: "pending" }]);
    expect(chosen(record)).toEqual({ "send-auto-reply": true });
  });

  test("event dead-lettered without effects: publishes it again", () => {
    expect(chosen(recordOf({ deadLetteredAt }, []))).toBe("publish_again");
  });

  test("all completed, ignored or not started: nothing to run", () => {
    expect(chosen(recordOf({}, [{ effect: "audit", status: "completed" }]))).toBe("nothing");
    expect(chosen(recordOf({ deadLetteredAt }, [{ effect: "audit", status: "skipped" }]))).toBe(
      "nothing",
    );
    expect(chosen(recordOf({}, []))).toBe("nothing");
  });

  test("in doubt if a repeated attempt may have outlived its idempotency key", () => {
    const doubt = {
      effect: "send-team-notification",
      status: "dead_lettered",
      inDoubt: true,
    } as const;
    expect(planReplay(recordOf({ deadLetteredAt }, [doubt]))).toMatchObject({
      inDoubt: true,
    });
    const completed = { ...doubt, status: "completed" } as const;
    const deadLettered = { effect: "send-auto-reply", status: "dead_lettered" } as const;
    expect(planReplay(recordOf({ deadLetteredAt }, [completed, deadLettered]))).toMatchObject({
      inDoubt: false,
    });
  });

  test("expired code: stale", () => {
    const record = recordOf({ isCodeExpired: true }, [
      { effect: "send-auth-mail", status: "dead_lettered" },
    ]);
    expect(planReplay(record).kind).toBe("stale");
  });
});
