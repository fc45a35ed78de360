import { expect } from "vitest";
import { subscriptionRequests, retentionOffers } from "#db/schema/billing.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedRefundRequest } from "../../../tests/support/seed-refund.ts";

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#39;", "'");

test("retention page: shows who cancelled, why, and the result", async ({ db }) => {
  const { subscriptionId } = await seedRefundRequest(db);
  const offer = { subscriptionId, monthlyPence: 184_99, reason: "unused" } as const;
  await db.insert(retentionOffers).values([
    { ...offer, id: "off_1", shownAt: "2026-11-20T12:00:00Z", answer: "accepted" },
    { ...offer, id: "off_2", shownAt: "2026-11-19T12:00:00Z", answer: "declined" },
    { ...offer, id: "off_3", shownAt: "2026-09-01T12:00:00Z", reason: null },
  ]);
  const end = { subscriptionId, kind: "cancel", state: "applied", monthlyPence: 184_99 } as const;
  await db.insert(subscriptionRequests).values([
    { ...end, id: "end_1", reason: "other", requestedAt: "2026-11-18T12:00:00Z" },
    { ...end, id: "end_2", kind: "resume", requestedAt: "2026-11-19T12:00:00Z" },
    { ...end, id: "end_3", reason: null, requestedAt: "2026-11-20T12:00:00Z" },
    { ...end, id: "end_4", kind: "retention_offer", requestedAt: "2026-11-20T12:00:00Z" },
  ]);
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/retention")).text();
  expect(html).toMatch(/href="\/ops\/retention\?days=30" aria-current="true"/);
  expect(html).toMatch(/href="\/ops\/retention" aria-current="page"/);
  expect(html).toContain('href="/ops/events?view=refunds"');
  const text = plain(html);
  for (const line of [
    "Saved each month £184.99",
    "Lost each month £184.99",
    "Discounts £111.00",
    "I don’t use it enough 2 1 1 0",
    "Another reason 1 1 £0.00",
    "No reason given 1 0 £184.99",
    "All 2 1 £184.99",
    "Awaiting a decision 1 £184.99",
  ]) {
    expect(text).toContain(line);
  }
  const quarter = plain(await (await get("/ops/retention?days=90")).text());
  expect(quarter).toContain("No reason given 1 0 0 1 All 3 1 1 1");
});

test("retention page without cancellations: says so", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  for (const days of ["", "?days=365", "?days=7", "?days=x"]) {
    const answer = await get(`/ops/retention${days}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain("No offers shown.");
    expect(text).toContain("No cancellations.");
    expect(text).toContain("No refund requests.");
  }
});
