import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { orders } from "#db/schema/billing.ts";
import { businesses } from "#db/schema/content.ts";
import { operators } from "#db/schema/operators.ts";
import { promises } from "#db/schema/promises.ts";
import { PLAN } from "../../../tests/support/catalogue.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../../tests/support/customer-rows.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole, seedOperator } from "../../../tests/support/ops-client.ts";
import { seedEnquiry, seedIds } from "../../../tests/support/seed-event.ts";

const { starter, plus } = PLAN;

async function seedCustomers(db: Db) {
  const seed = async (
    name: string,
    ...held: readonly Partial<Parameters<typeof insertSubscription>[1]>[]
  ) => {
    const userId = await insertAccountRow(db, { email: `${name}@shop.example`, isProven: true });
    await insertCustomer(db, { id: `cus_${name}`, userId, email: `${name}@shop.example` });
    for (const [index, one] of held.entries()) {
      const id = `sub_${name}${String(index)}`;
      await insertSubscription(db, { customerId: `cus_${name}`, userId, id, ...one });
    }
    return userId;
  };
  const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T10:00:00.000Z`;
  const active = await seed(
    "active",
    { status: "canceled", priceIds: [starter.priceId], createdAt: at(12) },
    { status: "active", priceIds: [plus.priceId], createdAt: at(11) },
  );
  await seed("ending", { status: "active", cancelAtPeriodEnd: true, createdAt: at(10) });
  await seed("late", { status: "past_due", createdAt: at(9) });
  await seed("ended", { status: "canceled", createdAt: at(8) });
  await seed("other", { status: "paused", createdAt: at(7) });
  await seed("unpaid", { status: "incomplete_expired", createdAt: at(6) });
  await insertCustomer(db, { id: "cus_erased", email: "erased@invalid" });
  await insertSubscription(db, { id: "sub_erased", customerId: "cus_erased", createdAt: at(6) });
  await insertCustomer(db, { id: "cus_guest", email: "guest@shop.example" });
  await insertSubscription(db, {
    id: "sub_guest",
    customerId: "cus_guest",
    status: "active",
    priceIds: [plus.priceId],
    createdAt: at(5),
  });
  await seedEnquiry(db, { last: "A", email: "asks@shop.example" });
  await seedEnquiry(db, { last: "B", email: "late@shop.example" });
  await db.execute(sql`update form_submissions set form_type = 'free-trial'`);
  return active;
}

const keysIn = (html: string): string[] =>
  [...html.matchAll(/<th scope="row"><a href="\/ops\/customers\/([^"]+)"/g)].map(
    ([, key = ""]) => key,
  );

test("customers: each once, with state, plan, manager, next promise, last contact and what the month brought", async ({
  db,
}) => {
  const active = await seedCustomers(db);
  const manager = await seedOperator(db, { name: "Bea" });
  await db.insert(operators).values({
    userId: manager.userId,
    name: "Bea",
    hours: "Monday to Friday",
    savedAt: "2026-11-20T10:00:00Z",
  });
  await db.insert(businesses).values({
    id: "bus_1",
    userId: active,
    accountManagerId: manager.userId,
    createdAt: "2026-11-20T10:00:00Z",
  });
  const startedAt = "2026-11-18T10:00:00Z";
  const promise = { subjectId: "sub_active1", startedAt, warnAt: startedAt } as const;
  await db.insert(promises).values([
    { ...promise, rule: "go-live", dueAt: "2026-11-25T10:00:00Z" },
    { ...promise, rule: "first-content", dueAt: "2026-11-24T10:00:00Z" },
    {
      ...promise,
      rule: "contact-after-payment",
      dueAt: "2026-11-19T10:00:00Z",
      keptAt: "2026-11-18T23:13:00Z",
      keptBy: "Ada",
      keptByEvent: "evt_1",
    },
  ]);
  const order = { customerId: "cus_active", status: "completed", currency: "gbp" } as const;
  const [october, november] = ["2026-10-31T23:59:00Z", "2026-11-01T00:00:00Z"];
  await db.insert(orders).values([
    { ...order, id: "in_1", amountPence: 9_700, collectedPence: 9_700, orderedAt: october },
    {
      ...order,
      id: "in_2",
      amountPence: 14_800,
      collectedPence: 14_800,
      refundedPence: 4_800,
      orderedAt: november,
    },
  ]);
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/customers")).text();
  const [row = ""] = /<tr><th scope="row"><a href="[^"]*-[^"]*">.*?<\/tr>/s.exec(
    html.slice(html.indexOf(active) - 60),
  ) ?? [""];
  for (const text of [
    plus.name,
    "Bea",
    "Propose the first content",
    "Active",
    "2 days ago",
    "£100.00",
  ]) {
    expect(row, text).toContain(text);
  }
  expect(keysIn(html)).toHaveLength(7);
  const filtered = async (query: string) =>
    keysIn(await (await get(`/ops/customers?${query}`)).text());
  const [trial] = [seedIds("A").submissionId];
  expect(await filtered("state=trial")).toEqual([trial]);
  expect(await filtered("state=active")).toEqual([active, "cus_guest"]);
  for (const state of ["ending", "late", "ended", "other"]) {
    expect(await filtered(`state=${state}`), state).toHaveLength(1);
  }
  expect(await filtered(`plan=${plus.priceId}&state=active`)).toEqual([active, "cus_guest"]);
  expect(await filtered(`plan=${starter.priceId}`)).toEqual([]);
  expect(await filtered(`manager=${manager.userId}`)).toEqual([active]);
  expect(
    await filtered("state=made-up&manager=x&plan=x&before=2026-13-01T00:00:00.000Z~x"),
  ).toHaveLength(7);
});

test("more customers than a page: each is on one page, also those who came at the same moment", async ({
  db,
}) => {
  await db.execute(sql`insert into customers (id, origin, guest_key, email)
    select 'cus_' || n, 'guest', gen_random_uuid(), n || '@shop.example' from generate_series(1, 120) n`);
  await db.execute(sql`insert into subscriptions (id, customer_id, status, cancel_at_period_end, created_at)
    select 'sub_' || n, 'cus_' || n, 'active', false, '2026-11-20T10:00:00Z' from generate_series(1, 120) n`);
  const { get } = await openOpsConsole({ db }).signIn();
  const seen: string[] = [];
  let url = "/ops/customers";
  let pages = 0;
  while (url !== "") {
    const html = await (await get(url)).text();
    seen.push(...keysIn(html));
    [, url = ""] = /rel="next" href="([^"]+)"/.exec(html) ?? [];
    url = url.replaceAll("&amp;", "&");
    pages += 1;
  }
  expect(pages).toBe(3);
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});

test("no customers: says who appears here", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  expect(await (await get("/ops/customers")).text()).toContain("No customers yet");
  expect(await (await get("/ops/customers?state=late")).text()).toContain("No results");
});
