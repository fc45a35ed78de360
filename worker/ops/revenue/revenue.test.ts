import { expect, test as plain } from "vitest";
import { insertCustomer, insertSubscription } from "../../../tests/support/customer-rows.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedEnquiry } from "../../../tests/support/seed-event.ts";
import { weeklyFigures } from "./revenue-figures.ts";

const QUIET = {
  started: 0,
  startedPence: 0,
  ended: 0,
  endedPence: 0,
  trials: 0,
  trialsPaid: 0,
  enquiries: 0,
  visits: 0,
  pricing: 0,
  checkout: 0,
  opened: 0,
  paid: 0,
};

plain("weeks before now: counted back over what began and ended in each", () => {
  const weeks = [
    { ...QUIET, monday: "2026-11-02", started: 2, startedPence: 200 },
    { ...QUIET, monday: "2026-11-09", ended: 1, endedPence: 100 },
    { ...QUIET, monday: "2026-11-16", started: 3, startedPence: 450, ended: 1, endedPence: 50 },
  ];
  expect(weeklyFigures(weeks, { monthlyPence: 500, customers: 3 })).toMatchObject([
    { monthlyPence: 200, customers: 2, churn: null },
    { monthlyPence: 100, customers: 1, churn: 0.5 },
    { monthlyPence: 500, customers: 3, churn: 1 },
  ]);
});

test("revenue: what began, ended and was tried by week, as a page and as CSV", async ({
  db,
  database,
}) => {
  const { get } = await openOpsConsole({ db }).signIn();
  const empty = await get("/ops/revenue");
  expect(await empty.text()).toMatch(/Each month<\/dt><dd>£0\.00/);
  for (const [name, change] of [
    ["a", { createdAt: "2026-11-18T10:00:00Z" }],
    [
      "b",
      { createdAt: "2026-10-01T10:00:00Z", status: "canceled", endedAt: "2026-11-17T10:00:00Z" },
    ],
    // Sunday evening in London, in the week before.
    ["c", { createdAt: "2026-11-15T23:59:00Z" }],
    ["d", { createdAt: "2026-11-18T10:00:00Z", status: "incomplete_expired" }],
    ["e", { createdAt: "2026-11-18T10:00:00Z", duplicateOf: "sub_a" }],
  ] as const) {
    await insertCustomer(db, { id: `cus_${name}`, email: `${name}@shop.example` });
    await insertSubscription(db, { id: `sub_${name}`, customerId: `cus_${name}`, ...change });
  }
  await seedEnquiry(db, { last: "A", email: "A@shop.example" });
  await seedEnquiry(db, { last: "B", email: "nobody@shop.example" });
  await database.query(
    "update form_submissions set form_type = 'free-trial', created_at = '2026-11-17T10:00:00Z'",
  );
  const csv = await get("/ops/revenue/export.csv");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="revenue-by-week.csv"');
  const [head = "", ...weeks] = (await csv.text()).trimEnd().split("\r\n");
  const names = head.split(",");
  const week = (monday: string) => {
    const cells = weeks.find((row) => row.startsWith(monday))?.split(",") ?? [];
    return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  };
  expect(weeks).toHaveLength(13);
  expect(week("2026-11-16")).toMatchObject({
    Subscriptions: "2",
    Began: "1",
    Ended: "1",
    Churn: "0.5",
    "Free trials": "2",
    "Have paid since": "1",
    "Trials to paid": "0.5",
  });
  expect(week("2026-11-09")).toMatchObject({
    Subscriptions: "2",
    Began: "1",
    Ended: "0",
    Churn: "0",
  });
  const html = await (await get("/ops/revenue")).text();
  const sum = week("2026-11-16")["Monthly recurring revenue"] ?? "";
  expect(Number(sum)).toBeGreaterThan(0);
  expect(html).toContain(`£${Number(sum).toFixed(2)}`);
});
