import { eq, getTableName } from "drizzle-orm";
import { describe, expect } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { DomainEvent, EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { erasedAddresses, webauthnCredentials } from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customers,
  refundRequests,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import {
  approvers,
  briefVersions,
  businesses,
  postDecisions,
  postPublications,
  posts,
  postSchedulings,
  postVersions,
} from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { reports } from "#db/schema/reports.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import {
  CONSENTED,
  insertCheckoutSession,
  insertCustomer,
  insertSubscriber,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { insertPasskeys } from "../../tests/support/passkey-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { hashesOf, POST, proposePost } from "../../tests/support/post-rows.ts";
import { publishedReport, REPORT, saveDraft } from "../../tests/support/report-rows.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { listCustomerContacts } from "../billing/find-customers.ts";
import { deleteAccount, eraseAccount } from "./erase-account.ts";
import { exportAccount } from "./export-account.ts";

const AT = "2026-11-25T12:00:00.000Z";
const WORDS = "I am moving to Cornwall.";

async function leaver(db: Db, kind: "cancel" | "resume", isEnding: boolean) {
  const userId = await insertSubscriber(db, { cancelAtPeriodEnd: isEnding });
  await db.insert(subscriptionRequests).values({
    id: newId("subscriptionRequest"),
    subscriptionId: "sub_1",
    userId,
    kind,
    feedback: WORDS,
    monthlyPence: 184_99,
    state: "pending",
    requestedAt: AT,
  });
  await db.insert(refundRequests).values({
    id: newId("refundRequest"),
    subscriptionId: "sub_1",
    customerId: "cus_1",
    userId,
    message: WORDS,
    amountPence: 184_99,
    state: "asked",
    requestedAt: AT,
  });
  const erase = (how: typeof eraseAccount) =>
    how(db, {
      userId,
      sessionId: null,
      event: {
        id: newId("event"),
        type: "AccountErased",
        version: EVENT_VERSIONS.AccountErased,
        occurredAt: AT,
        actor: { kind: "user", userId },
        correlationId: "req_1",
        data: { userId, by: "owner", left: "nameless_row" },
      },
    });
  return { userId, erase };
}

/**
 * Checkout sessions with consent: one paid as a guest, one never opened, one of another customer.
 */
async function visits(db: Db, userId: string): Promise<void> {
  await insertCheckoutSession(db, { id: "chk_paid", customerId: "cus_1", createdAt: AT });
  const unopened = { customerId: null, state: "opening", createdAt: AT } as const;
  await insertCheckoutSession(db, { ...unopened, id: "chk_unopened", ownerKey: `user:${userId}` });
  await insertCheckoutSession(db, { ...unopened, id: "chk_stranger", ownerKey: "guest:2" });
}

/** A brief, an approver, a published post and a report with a draft. */
async function insertContent(db: Db, userId: string) {
  const answers = { ...NO_ANSWERS, about: "We bake." };
  await db.insert(businesses).values({ id: "bus_1", userId, createdAt: AT });
  const own = { businessId: "bus_1", createdAt: AT };
  await db.insert(approvers).values({ ...own, id: "apr_1", email: "b@shop.example", name: "Ben" });
  await db.insert(briefVersions).values([
    { businessId: "bus_1", version: 1, revision: 1, answers, savedAt: AT, submittedAt: AT },
    { businessId: "bus_1", version: 2, revision: 1, answers, savedAt: AT },
  ]);
  const postId = await proposePost(db, userId);
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  const post = { postId, version: 1, contentHash } as const;
  await db
    .insert(postDecisions)
    .values({ ...post, decision: "approved", decidedAt: AT, via: "calendar" });
  const live = { platform: "instagram", url: "https://instagram.example/p/1" } as const;
  await db
    .insert(postPublications)
    .values({ ...post, ...live, publishedAt: AT, publishedBy: "Ada" });
  await publishedReport(db, userId);
  await saveDraft(db, userId, { revision: 2 });
  return { answers, postId, live };
}

const WAYS = [
  ["erased", eraseAccount],
  ["deleted", deleteAccount],
] as const;

describe("erasing an account", () => {
  test("the account's export: has its texts, content and conversion data", async ({ db }) => {
    const { userId } = await leaver(db, "cancel", false);
    const { answers, postId, live } = await insertContent(db, userId);
    await visits(db, userId);
    const exported = await exportAccount(db, { userId, sessionId: null });
    const { fromDay, untilDay, ...said } = REPORT;
    expect(exported).toMatchObject({
      subscriptions: [
        {
          id: "sub_1",
          subscription_requests: [{ kind: "cancel", feedback: WORDS }],
          offers: [],
          refund_request: { message: WORDS, state: "asked" },
        },
      ],
      reports: [{ ...said, revision: 1, from_day: fromDay, until_day: untilDay }],
      posts: [
        {
          id: postId,
          versions: [{ version: 1, text: POST.text, decision: "approved", words: null }],
          publications: [live],
        },
      ],
      briefs: [
        { version: 1, submitted_at: AT, answers },
        { version: 2, submitted_at: null, answers },
      ],
      approvers: [{ name: "Ben", email: "b@shop.example" }],
    });
    const own = { created_at: AT, price_ids: ["tidepost_plus_monthly"], conversion: CONSENTED };
    expect(exported.conversions).toEqual([own, own]);
  });

  test.for(WAYS)(
    "an account that is %s: its texts, content, passkeys and conversion data deleted, those of others kept",
    async ([, how], { db }) => {
      const { userId, erase } = await leaver(db, "cancel", false);
      await insertContent(db, userId);
      await insertPasskeys(db);
      await visits(db, userId);
      expect(await erase(how)).toBe("erased");
      expect(await db.select().from(subscriptionRequests)).toMatchObject([
        { kind: "cancel", feedback: null, state: "pending" },
      ]);
      expect(await db.select().from(refundRequests)).toMatchObject([{ message: null }]);
      for (const table of [
        businesses,
        briefVersions,
        approvers,
        posts,
        postVersions,
        postDecisions,
        postPublications,
        reports,
        webauthnCredentials,
      ]) {
        expect(await db.select().from(table), getTableName(table)).toEqual([]);
      }
      const kept = await db.select().from(checkoutSessions);
      expect(kept.filter(({ conversion }) => conversion !== null).map(({ id }) => id)).toEqual([
        "chk_stranger",
      ]);
      expect(kept).toHaveLength(3);
    },
  );

  test.for(WAYS)(
    "an account that is %s: its address kept for the last mail alone, and no sync brings it back",
    async ([, how], { db }) => {
      const { erase } = await leaver(db, "cancel", false);
      await insertCustomer(db, { id: "cus_guest" });
      await db
        .update(customers)
        .set({ email: "ada@shop.example", invoiceEmail: "books@shop.example" });
      await insertCustomer(db, { id: "cus_stranger" });
      await db
        .update(customers)
        .set({ email: "grace@navy.example", invoiceEmail: null })
        .where(eq(customers.id, "cus_stranger"));
      expect(await erase(how)).toBe("erased");
      const [event] = await db.select().from(outboxEvents);
      expect(await db.select().from(erasedAddresses)).toMatchObject([
        { id: event?.id, email: "ada@shop.example", erasedAt: AT },
      ]);

      const stripe = stripeReader();
      const ids = ["cus_1", "cus_guest", "cus_stranger"];
      for (const id of ids) {
        stripe.setEmail(id, id === "cus_stranger" ? "grace@navy.example" : "ada@shop.example");
        const synced = await syncCustomer(
          {
            db,
            stripe: stripe.stripe,
            makeId: newId,
            now: () => new Date(AT),
            correlationId: "req_1",
          },
          { customerId: id, stripeEventId: null },
        );
        expect(synced.outcome).toBe("synced");
      }
      const erased = {
        email: null,
        receiptEmail: null,
        firstName: null,
        hasAccount: false,
        hasBrief: false,
        card: null,
        accountManager: null,
        isErased: true,
      };
      expect(
        (await listCustomerContacts(db, ids)).toSorted((a, b) => a.id.localeCompare(b.id)),
      ).toEqual([
        { id: "cus_1", ...erased },
        { id: "cus_guest", ...erased },
        {
          id: "cus_stranger",
          email: "grace@navy.example",
          receiptEmail: "grace@navy.example",
          firstName: null,
          hasAccount: false,
          hasBrief: false,
          card: null,
          accountManager: null,
          isErased: false,
        },
      ]);
      const addresses = (await db.select().from(customers)).map(({ email }) => email);
      expect(addresses).not.toContain("ada@shop.example");
      const toInvoices = (await db.select().from(customers)).map((row) => row.invoiceEmail);
      expect(toInvoices).toEqual([null, null, null]);
      // With the guest key, the browser that bought could still claim the purchase.
      const kept = await db.select().from(customers).where(eq(customers.id, "cus_guest"));
      expect(kept).toMatchObject([{ guestKey: null }]);
    },
  );

  test.for([eraseAccount, deleteAccount])(
    "%o: a booked call is nobody’s, and nobody has to hold it",
    async (how, { db }) => {
      const { userId, erase } = await leaver(db, "cancel", true);
      await db.insert(bookedCalls).values({ id: "call_1", userId, startsAt: AT, bookedAt: AT });
      await db.insert(promises).values({
        rule: "hold-call",
        subjectId: "call_1",
        startedByEvent: "evt_1",
        startedAt: AT,
        warnAt: AT,
        dueAt: AT,
      });
      expect(await erase(how)).toBe("erased");
      expect(await db.select().from(bookedCalls)).toMatchObject([{ id: "call_1", userId: null }]);
      expect(await db.select().from(promises)).toMatchObject([{ releasedAt: AT }]);
    },
  );

  test("allowed after cancelling, refused after resuming", async ({ db }) => {
    const { erase } = await leaver(db, "resume", true);
    expect(await erase(eraseAccount)).toBe("billing");
    await db.update(subscriptionRequests).set({ kind: "cancel" });
    await db.update(subscriptions).set({ cancelAtPeriodEnd: false });
    expect(await erase(eraseAccount)).toBe("erased");
  });
});

test.for(WAYS)(
  "account %s while schedulers have a post: the event says which hours, and a promise runs",
  async ([, how], { db }) => {
    const { userId, erase } = await leaver(db, "cancel", true);
    const { postId } = await insertContent(db, userId);
    await db.delete(postPublications);
    const { 1: contentHash = "" } = await hashesOf(db, postId);
    const scheduled = { postId, version: 1, contentHash, recordedAt: AT, recordedBy: "Ada" };
    const goesLiveAt = "2026-11-27T18:00:00.000Z";
    await db.insert(postSchedulings).values([
      { ...scheduled, platform: "instagram", goesLiveAt },
      { ...scheduled, platform: "facebook", goesLiveAt: "2026-11-01T18:00:00.000Z" },
    ]);
    expect(await erase(how)).toBe("erased");
    const events = await db
      .select()
      .from(outboxEvents)
      .where(eq(outboxEvents.type, "AccountErased"));
    expect(events.map((row) => DomainEvent.parse(toDomainShape(row)).data)).toMatchObject([
      { userId, managerId: null, scheduled: [{ platform: "instagram", goesLiveAt }] },
    ]);
    const rule = "stop-erased-posts";
    const [promise] = await db.select().from(promises).where(eq(promises.rule, rule));
    expect(promise).toMatchObject({ subjectId: userId, keptAt: null, releasedAt: null });
  },
);
