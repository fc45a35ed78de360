import { expect } from "vitest";
import { disputes } from "#db/schema/billing.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { openBackend } from "../../../tests/support/pipeline.ts";
import { seedEvent } from "../../../tests/support/seed-event.ts";
import { seedRefundRequest } from "../../../tests/support/seed-refund.ts";

test("overview: shows health and links", async ({ db, database }) => {
  await seedEvent(db, {
    event: { deadLetteredAt: "2026-11-20T22:20:00Z", occurredAt: "2026-11-20T22:13:00Z" },
    effects: [
      { effect: "send-team-notification", status: "dead_lettered" },
      { effect: "audit", status: "completed" },
    ],
  });
  await seedEvent(db, {
    last: "F",
    event: { occurredAt: "2026-11-20T23:12:00Z", nextPublishAt: "2026-11-20T23:10:00Z" },
  });
  await seedEvent(db, {
    last: "G",
    event: {
      type: "BillingDriftFound",
      occurredAt: "2026-11-20T03:40:00Z",
      completedAt: "2026-11-20T03:40:01Z",
    },
  });
  await database.query(
    "insert into ops_alerts values ('effect:send-team-notification', '2026-11-20T22:21:00Z')",
  );
  const backend = openBackend("postgres", database);
  await backend.queues.email.addBulk(
    [1, 2, 3].map((priority) => ({ name: "effect", data: {}, opts: { priority } })),
  );
  await seedRefundRequest(db, { last: "X" });
  await database.query(
    "update outbox_events set completed_at = now() where type = 'RefundRequested'",
  );
  await db.insert(disputes).values({
    id: "du_1",
    customerId: "cus_X",
    status: "needs_response",
    reason: "fraudulent",
    amountPence: 175_00,
    currency: "gbp",
    isRefundable: false,
    openedAt: "2026-11-20T12:00:00Z",
    dueBy: "2026-11-27T12:00:00Z",
  });
  await database.query(
    `insert into promises (rule, subject_id, started_by_event, started_at, warn_at, due_at)
     values ('answer-enquiry', 'sub_1', 'evt_1', $1, $1, $1)`,
    ["2026-11-20T12:00:00Z"],
  );
  await db.insert(invariantChecks).values([
    {
      invariant: "duplicate-ends",
      checkedAt: "2026-11-20T22:07:00Z",
      violations: 7,
      examples: [{ id: "sub_X", customerId: "cus_X" }],
    },
    {
      invariant: "late-promise-is-told",
      checkedAt: "2026-11-20T22:07:01Z",
      violations: 0,
      examples: [],
    },
    {
      invariant: "of an older version",
      checkedAt: "2026-11-01T22:07:01Z",
      violations: 9,
      examples: [],
    },
  ]);
  await db.insert(pageViews).values([
    { day: "2026-11-20", path: "/", views: 9, visits: 4 },
    { day: "2026-11-14", path: "/pricing", views: 5, visits: 0 },
    { day: "2026-11-13", path: "/pricing", views: 20, visits: 0 },
  ]);
  const { get } = await openOpsConsole({ db, queues: Object.values(backend.queues) }).signIn();
  const response = await get("/ops/overview");
  expect(response.headers.get("refresh")).toBe("15");
  const html = await response.text();
  expect((await get("/ops")).headers.get("location")).toBe("/ops/overview");
  const [needed = "", rest = ""] = html.split("<h2>Events of the last");
  expect(
    [...needed.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a> <span[^>]*>(\d+)/g)].map(
      ([, ...row]) => row,
    ),
  ).toEqual([
    ["/ops/overview#alerts", "Alerts that nobody has", "1"],
    ["/ops/events?state=failed", "Failed events", "1"],
    ["/ops/events?state=stuck", "Stuck events", "1"],
    ["/ops/events?view=refunds", "Refunds to decide", "1"],
    ["/ops/disputes", "Disputes to answer", "1"],
    ["/ops/promises", "Promises that are late", "1"],
    ["/ops/overview#invariants", "Violated invariants", "7"],
  ]);
  expect(rest).toContain("4 events, 1 of them failed; at most 2 in one hour.");
  expect(html).toContain("Most in one hour: 2");
  expect(html).toContain(
    "<strong>A duplicate subscription has been open for an hour</strong>: 7 found.",
  );
  expect(html).toContain('<a href="/ops/customers/cus_X">sub_X</a>');
  expect(html).toContain(
    "<span>00:00</span><span>06:00</span><span>12:00</span><span>18:00</span><span>now</span>",
  );
  expect(html).toMatch(/<dt>Open events<\/dt><dd>1<\/dd>/);
  expect(html).toMatch(/<dt>Oldest overdue<\/dt><dd class="bad">3 min ago<\/dd>/);
  expect(html).toContain("Email to the team about an enquiry <strong");
  expect(html).toContain('href="/ops/events?type=BillingDriftFound">1</a>');
  expect(html).toContain("“Email to the team about an enquiry” dead-lettered</a>");
  expect(html).toMatch(/<th scope="row">email<\/th><td>3<\/td>/);
  expect(html).toContain("not in the last seven days");
  expect(html).toContain('<th scope="row">Views of the pricing page</th><td>5</td><td>25</td>');
  await backend.close();
});

test("overview: works while the queue is down", async ({ db, database }) => {
  const backend = openBackend("postgres", database);
  const { get } = await openOpsConsole({ db, queues: Object.values(backend.queues) }).signIn();
  await backend.close();
  const response = await get("/ops/overview?live=off");
  expect(response.headers.get("refresh")).toBeNull();
  const html = await response.text();
  expect(html).toContain("does not answer");
  expect(html).toContain("<h2>Needs an operator</h2><p>Nothing.</p>");
  expect(html).toContain("0 events, 0 of them failed");
});
