import { afterEach, expect } from "vitest";
import { dayOf, monthsAfter } from "#contracts/billing/renewals.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { listAll } from "#db/stripe/with-archived.ts";
import { checkDrift } from "../../worker/billing/drift-check.ts";
import { type Running, startForTest, TEST_KEY, setCard } from "../stack/stripe/start-for-test.ts";
import { API, type AuthService, test } from "../support/auth-service.ts";
import { insertAccountRow, insertCustomer } from "../support/customer-rows.ts";
import type { TestDatabase } from "../support/database.ts";
import { comparePastSums } from "../support/mail-sums.ts";
import { openOpsConsole } from "../support/ops-client.ts";
import { newId } from "../support/pipeline.ts";
import { pick, seeded, seedRounds } from "../support/seeded.ts";
import { inTurns, simulateWorker } from "../support/simulated-worker.ts";
import { openShop } from "../support/year-stories.ts";
import { type Person, playAct, type Shop } from "./dashboard-acts.ts";
import { compareCharges, compareMail, look, type Look } from "./surfaces.ts";

const MONTHS = 12;
const SEEDS_AT_ONCE = 10;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Less than from a notice to its renewal: what is announced is told before it happens. */
const STRIDE_S = 2.5 * DAY_S;
const BEGINS_MS = Date.parse("2027-01-31T10:00:00Z");
/** Days before a renewal, the last of them before Stripe announces it. A third of the months has four acts: forty a year. */
const ACT_DAYS = [24, 14, 5];
const ACT_DAYS_OF_FULL_MONTH = [26, 19, 12, 5];
/** In these months Stripe tells the first act only with the second. */
const MONTHS_OF_LATE = new Set([2, 5, 8, 11]);
/** In these months Stripe never tells half of the customers' second acts: the comparison finds them. */
const MONTHS_OF_LOSS = new Set([3, 6, 9, 12]);

let emulator: Running | undefined;
afterEach(async () => {
  await emulator?.stop();
  emulator = undefined;
});

type Subscriber = {
  readonly person: Person;
  readonly userId: string;
  /** Null when something has happened since that nobody was told. */
  last: Look | null;
  lookedAt: number;
};

test.for(seedRounds(SEEDS_AT_ONCE).map((seeds) => ({ first: seeds[0], seeds })))(
  "years with a Dashboard from seed $first on: all surfaces tell what Stripe takes",
  { timeout: 1_200_000 },
  async ({ seeds }, { db, database, serviceWith }) => {
    // A clock that went on would bill a customer between a look at the site and a look at Stripe.
    emulator = await startForTest({ tickMs: 1_000, hasNoSocket: true, standsAt: BEGINS_MS });
    const { stripe, world } = emulator;
    const worker = simulateWorker(database, emulator);
    const { now, control } = worker;
    const nowS = () => Math.floor(now().getTime() / 1_000);
    const shop: Shop = { stripe, ...(await openShop(stripe)), nowS, control };
    const edge = serviceWith({ STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: emulator.url });
    const ops = await openOpsConsole({ db }).signIn();
    const faults: string[] = [];
    const people: Subscriber[] = [];
    await inTurns(seeds, async (seed) => {
      const { person, userId } = await signUp(seed, { shop, edge, database, now });
      people.push({ person, userId, last: null, lookedAt: nowS() });
    });
    await worker.handleWebhooks();

    const report = (person: Person | undefined, differences: readonly string[]) => {
      const day = now().toISOString().slice(0, 10);
      const where = `YEAR_SEED=${person?.seed}, ${day}, after ${person?.log.at(-1)}`;
      faults.push(...differences.map((difference) => `${where}: ${difference}`));
    };

    let mailsRead = 0;
    const readMails = async () => {
      const unread = worker.mails.slice(mailsRead);
      mailsRead = worker.mails.length;
      await inTurns(unread, async (mail) => {
        const { data } = mail.event;
        const reader = people.find(
          ({ person }) => "customerId" in data && data.customerId === person.customerId,
        );
        report(reader?.person, await compareMail({ world, stripe }, mail));
      });
    };

    const lookAtAll = async (isWhole = false) => {
      await inTurns(people, async (one) => {
        const { person, userId, last, lookedAt } = one;
        const opsPage = async () => (await ops.get(`/ops/customers/${userId}`)).text();
        const surfaces = { world, stripe, opsPage: isWhole ? opsPage : null };
        const found = await look(person, surfaces);
        const charged =
          last === null
            ? []
            : compareCharges(surfaces, person, { told: last.told, sinceS: lookedAt });
        one.last = found;
        one.lookedAt = nowS();
        report(person, [...charged, ...found.differences]);
      });
    };

    const wait = () => Promise.resolve();
    const onUnknown = () => undefined;
    const compareAll = () => checkDrift({ db, stripe, makeId: newId, now, wait, onUnknown });

    const passTo = async (seconds: number) => {
      while (nowS() + STRIDE_S < seconds) await worker.passTo(nowS() + STRIDE_S);
      await worker.passTo(seconds);
      await readMails();
    };

    await lookAtAll();
    const beginsS = nowS();
    for (let month = 1; month <= MONTHS; month += 1) {
      const renewsAt = monthsAfter(beginsS, month, dayOf(beginsS));
      const days = month % 3 === 1 ? ACT_DAYS_OF_FULL_MONTH : ACT_DAYS;
      for (const [act, day] of days.entries()) {
        // Later each month: who came back renews at the time of day of an earlier act.
        await passTo(renewsAt - day * DAY_S + month * 1.5 * HOUR_S);
        await inTurns(people, async ({ person }) => {
          person.log.push(await playAct(shop, person));
        });
        if (act === 0 && MONTHS_OF_LATE.has(month)) {
          // What customers do on the site does not wait for Stripe.
          await worker.runEvents();
          for (const one of people) one.last = null;
          continue;
        }
        if (act === 1 && MONTHS_OF_LOSS.has(month)) {
          const unlucky = people.filter(({ person: { seed } }) => seed % 2 === month % 2);
          await worker.loseWebhooks(new Set(unlucky.map(({ person }) => person.customerId)));
          await compareAll();
          await worker.runEvents();
        }
        await worker.handleWebhooks();
        // A mail about the customer's own act does not know what Stripe has not told yet.
        if (act === 1 && MONTHS_OF_LATE.has(month)) mailsRead = worker.mails.length;
        await readMails();
        await lookAtAll();
      }
      // Between the draft of who renews an hour and a half later, and the renewal of the next.
      await passTo(renewsAt + 2.75 * HOUR_S);
      await lookAtAll(month % 3 === 0);
    }

    const atStripe = {
      invoices: await listAll(stripe.invoices.list({ limit: 100, expand: ["data.payments"] })),
      subscriptions: await listAll(stripe.subscriptions.list({ limit: 100, status: "all" })),
      refunds: await listAll(stripe.refunds.list({ limit: 100 })),
    };
    faults.push(...comparePastSums(worker.mails, atStripe), ...worker.failures);
    expect(faults).toEqual([]);
    expect(await compareAll()).toEqual({ customers: people.length, drifted: 0, unknown: 0 });
    const acts = people.flatMap(({ person }) => person.log.filter((act) => act !== ""));
    expect(acts.length).toBeGreaterThan(30 * people.length);
  },
);

async function signUp(
  seed: number,
  given: { shop: Shop; edge: AuthService; database: TestDatabase; now: () => Date },
): Promise<{ person: Person; userId: string }> {
  const { shop, edge, database, now } = given;
  const { stripe, priceOf } = shop;
  const random = seeded(seed);
  const email = `ada${seed}@example.com`;
  const userId = await insertAccountRow(database.db, { email, isProven: true });
  const { id: customer } = await stripe.customers.create({ email });
  await insertCustomer(database.db, { id: customer, userId });
  const { id: taxRate } = await stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
  });
  await setCard(stripe, customer, "pm_card_visa");
  await stripe.subscriptions.create({
    customer,
    items: [{ price: priceOf(pick(random, PLANS)).id }],
    default_tax_rates: [taxRate],
  });
  const headers = {
    apikey: await edge.sign({ role: "anon" }, { expires: "900d" }),
    authorization: `Bearer ${await edge.sign({ sub: userId, email }, { expires: "900d" })}`,
    "content-type": "application/json",
  };
  const person: Person = {
    seed,
    random,
    customerId: customer,
    taxRate,
    log: ["signing up"],
    async call(method, path, body) {
      edge.clock.now = now();
      const response = await edge.request(`${API}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
  return { person, userId };
}
