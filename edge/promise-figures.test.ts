import { expect } from "vitest";
import { PUBLISHED_PROMISES } from "#contracts/api/promise-figures.ts";
import { HOUR_MS } from "#contracts/durations.ts";
import { promises } from "#db/schema/promises.ts";
import { type AuthService, test } from "../tests/support/auth-service.ts";

const NOW = new Date("2026-11-29T12:00:00Z");

async function read(edge: AuthService) {
  const { status, body } = await edge.call(
    "GET",
    "https://api.tidepost.example/functions/v1/promise-figures",
    undefined,
    { apikey: await edge.sign({ role: "anon" }) },
  );
  return { status, body };
}

const promise = (
  subjectId: string,
  startedAt: string,
  dueAt: string,
  rest: Partial<typeof promises.$inferInsert> = {},
) => ({
  rule: "answer-enquiry" as const,
  subjectId,
  startedByEvent: `evt_${subjectId}`,
  startedAt,
  dueAt,
  warnAt: dueAt,
  ...rest,
});
const kept = (keptAt: string) => ({ keptAt, keptByEvent: "evt_kept" });

test("promises: counted with the late ones, without released and older ones, and no subject or name is told", async ({
  auth,
  db,
}) => {
  auth.clock.now = NOW;
  expect(await read(auth)).toEqual({ status: 200, body: { since: "2026-08-31", figures: [] } });
  await db.insert(promises).values([
    promise("1", "2026-11-01T09:00:00Z", "2026-11-02T09:00:00Z", kept("2026-11-01T10:00:00Z")),
    promise("2", "2026-11-03T09:00:00Z", "2026-11-04T09:00:00Z", kept("2026-11-05T09:00:00Z")),
    promise("3", "2026-11-29T09:00:00Z", "2026-11-30T09:00:00Z"),
    promise("4", "2026-11-03T09:00:00Z", "2026-11-04T09:00:00Z", {
      releasedAt: "2026-11-03T10:00:00Z",
      releasedReason: "A test",
    }),
    promise("5", "2026-08-30T23:00:00Z", "2026-08-31T23:00:00Z"),
    promise("6", "2026-11-03T09:00:00Z", "2026-11-04T09:00:00Z", { rule: "decide-refund" }),
  ]);
  expect((await read(auth)).body, "counted once an hour").toMatchObject({ figures: [] });
  auth.clock.now = new Date(NOW.getTime() + HOUR_MS);
  expect((await read(auth)).body).toEqual({
    since: "2026-08-31",
    figures: [{ rule: PUBLISHED_PROMISES[0], made: 3, in_time: 2, median_seconds: 4 * 3_600 }],
  });
});
