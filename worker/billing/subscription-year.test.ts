import { afterAll, beforeAll, expect } from "vitest";
import { dayOf, monthsAfter } from "#contracts/billing/renewals.ts";
import { listAll } from "#db/stripe/with-archived.ts";
import { type Running, startForTest } from "../../tests/stack/stripe/start-for-test.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { compareSums, countBy, listNeedlessDunning } from "../../tests/support/mail-sums.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { countSetting } from "../../tests/support/seeded.ts";
import { inTurns, simulateWorker } from "../../tests/support/simulated-worker.ts";
import { prepareYear, type Subscriber } from "../../tests/support/year-stories.ts";
import { announcePriceChanges } from "./announce-price-changes.ts";
import { checkDrift } from "./drift-check.ts";

const MONTHS = 12;
/** How often each story is played, each time in another month: once by default, nightly in all ten. */
const ROUNDS = countSetting("YEAR_ROUNDS", 1);
const MONTHS_OF_STORIES = 10;
const PRICE_NOTICE_MONTH = 3;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** The 31st, so that renewals fall on the last day of each month. */
const BEGINS_MS = Date.parse("2027-01-31T10:00:00Z");

let emulator: Running;

beforeAll(async () => {
  emulator = await startForTest({ hasNoSocket: true, standsAt: BEGINS_MS });
});
afterAll(() => emulator.stop());

test(
  "a year of every story: no drift, and each sum of each mail is that of Stripe's invoice",
  { timeout: 600_000 },
  async ({ db, database }) => {
    const { stripe } = emulator;
    const worker = simulateWorker(database, emulator);
    const { now, control } = worker;
    const year = await prepareYear({ db, stripe, now, control });
    const customers = ROUNDS * year.stories.length;
    const subscribers: Subscriber[] = [];
    await inTurns([...Array(customers).keys()], async (index) => {
      const round = Math.floor(index / year.stories.length);
      const story = year.stories[index % year.stories.length] ?? { name: "only pays" };
      const email = `ada${index}@example.com`;
      const userId = await insertAccountRow(db, { email, isProven: true });
      const { id: customerId } = await stripe.customers.create({ email });
      await insertCustomer(db, { id: customerId, userId });
      const month = 1 + ((index + round) % MONTHS_OF_STORIES);
      const subscriber = { customerId, userId, story, month, subscriptionId: "" };
      subscribers.push(subscriber);
      await year.begin(subscriber);
    });
    await worker.handleWebhooks();

    const beginsS = Math.floor(now().getTime() / 1_000);
    for (let month = 1; month <= MONTHS; month += 1) {
      const renewsAt = monthsAfter(beginsS, month, dayOf(beginsS));
      const inTurn = subscribers.filter((subscriber) => subscriber.month === month);
      const act = async (when: "beforeRenewal" | "afterFirstReminder" | "afterDunning") => {
        await inTurns(inTurn, async (subscriber) => subscriber.story[when]?.(subscriber));
        await worker.handleWebhooks();
      };
      const remind = async (day: number) => {
        await worker.passTo(renewsAt + day * DAY_S);
        await worker.remind();
      };
      if (month === PRICE_NOTICE_MONTH) {
        const print = () => undefined;
        const all = { only: [], except: [], isDryRun: false, print };
        await announcePriceChanges({ db, stripe, makeId: newId, now, ...all });
      }
      await act("beforeRenewal");
      await worker.passTo(renewsAt - 2 * DAY_S);
      await worker.passTo(renewsAt + 3 * HOUR_S);
      await remind(4);
      await act("afterFirstReminder");
      await remind(8);
      await remind(13.5);
      await worker.passTo(renewsAt + 16 * DAY_S);
      await act("afterDunning");
    }
    // Renewals and ends of discounts fall on the day on which a month's stories ended.
    await worker.passTo(Math.floor(now().getTime() / 1_000) + 2 * DAY_S);

    const wait = () => Promise.resolve();
    const onUnknown = () => undefined;
    const report = await checkDrift({ db, stripe, makeId: newId, now, wait, onUnknown });
    const { rows: drifts } = await database.query<{ id: string; found: string }>(
      "select aggregate_id as id, payload->>'drifts' as found from outbox_events where type = 'BillingDriftFound'",
    );
    const storyOf = new Map(subscribers.map(({ customerId: id, story }) => [id, story.name]));
    expect(drifts.map(({ id, found }) => `${storyOf.get(id)}: ${found}`)).toEqual([]);
    expect(report).toEqual({ customers, drifted: 0, unknown: 0 });

    const atStripe = {
      invoices: await listAll(stripe.invoices.list({ limit: 100, expand: ["data.payments"] })),
      subscriptions: await listAll(stripe.subscriptions.list({ limit: 100, status: "all" })),
      refunds: await listAll(stripe.refunds.list({ limit: 100 })),
    };
    const { differences, compared } = compareSums(worker.mails, atStripe);
    expect(differences).toEqual([]);
    expect(worker.failures).toEqual([]);
    expect(listNeedlessDunning(worker.mails, atStripe)).toEqual([]);
    expect(compared["renewal"]).toBeGreaterThan(customers * (MONTHS - 2));
    expect(countBy(worker.mails, ({ kind }) => kind)).toMatchObject({
      "payment-failed": 3 * ROUNDS,
      "payment-last-reminder": 1 * ROUNDS,
      "payment-recovered": 2 * ROUNDS,
      retention: 2 * ROUNDS,
      "price-change": 2 * ROUNDS,
    });

    // The worker voids the open invoice of a subscription that ends unpaid. In each round one ends so.
    expect(countBy(atStripe.invoices, ({ status }) => String(status))).toEqual({
      paid: expect.any(Number),
      void: ROUNDS,
    });

    // No operator acts in this year: promises are kept by refunds and released by ends, or stay open.
    const { rows: promised } = await database.query<{ rule: string; open: number; idle: number }>(
      `select promise.rule, count(*) filter (where is_promised)::int as open,
         count(*) filter (where is_promised and not subscription.is_open)::int as idle
       from promises promise join subscriptions subscription on subscription.id = promise.subject_id,
         lateral (select promise.kept_at is null and promise.released_at is null as is_promised) state
       group by promise.rule`,
    );
    expect(promised.filter(({ idle }) => idle > 0)).toEqual([]);
    expect(promised).toContainEqual({ rule: "send-refund", open: 0, idle: 0 });
    expect(promised).toContainEqual({ rule: "arrange-call", open: 2 * ROUNDS, idle: 0 });
  },
);
