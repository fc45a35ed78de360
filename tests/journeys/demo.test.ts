import { rm } from "node:fs/promises";
import { GoTrueClient } from "@supabase/auth-js";
import pg from "pg";
import { expect, test } from "vitest";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { runDemo } from "../stack/demo/demo.ts";
import { type OpsConsole, signInToConsole } from "../stack/demo/ops-console.ts";
import {
  DEMO_OPERATOR,
  DEMO_PASSWORD,
  NEIGHBOURS,
  PEOPLE,
  type Person,
} from "../stack/demo/people.ts";
import { createOperator, enrollOperator } from "../stack/ops-account.ts";
import { startStack } from "../stack/stack.ts";
import { DEAREST_PLAN, PLAN } from "../support/catalogue.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { testCustomer } from "../support/test-customer.ts";

const { starter, plus } = PLAN;

/** Pages of the ops console that differ only by the row that they are about. */
const READ_OF_A_KIND = 3;

/** From the overview on: links of one page that share a name and lead to different places, or have none. */
async function sharedNames(opsConsole: OpsConsole): Promise<string[]> {
  const found: string[] = [];
  const kinds = new Map<string, number>();
  const queue = new Set(["/ops/overview"]);
  for (const path of queue) {
    const html = await opsConsole.read(path);
    const targets = new Map<string, Set<string>>();
    for (const [, href = "", inner = ""] of html.matchAll(
      /<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs,
    )) {
      const seen = inner.replaceAll(/<span[^>]*aria-hidden="true".*?<\/span>/gs, "");
      const name = seen
        .replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, "$1")
        .replaceAll(/<[^>]*>/g, "");
      targets.set(name, (targets.get(name) ?? new Set()).add(href));
      const to = href.replaceAll("&amp;", "&");
      const kind = to.replaceAll(/=[^&]*|[^/?]*\d[^/?]*/g, "…");
      const read = kinds.get(kind) ?? 0;
      if (!/^\/ops\/(?!queues)[^#]*$/.test(to) || /calendar\.|export\./.test(to)) continue;
      if (queue.has(to) || read === READ_OF_A_KIND) continue;
      kinds.set(kind, read + 1);
      queue.add(to);
    }
    for (const [name, { size }] of targets)
      if (size > 1 || name.trim() === "") found.push(`${path}: “${name}” leads to ${size} places`);
  }
  expect(kinds.size).toBeGreaterThan(40);
  return found;
}

test("demo: each person is in the state that it names, once, and a link at the console in one place; an interrupted one is not continued", async () => {
  const dir = makeScratchDir("demo");
  const stack = await startStack({
    dir,
    parts: ["postgres", "redis", "bridge", "emulators", "stripe", "edge", "worker"],
  });
  const { urls } = stack;
  const database = new pg.Pool({ connectionString: urls.databaseUrl, max: 2 });
  database.on("error", () => undefined);
  const query = async (text: string, values: unknown[] = []) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;
  try {
    await runDemo(stack);
    expect.soft(await subscriptionOf(PEOPLE.active)).toMatchObject({
      subscription_status: "active",
      price_id: DEAREST_PLAN.priceId,
      has_report: true,
      // This customer has paid for two months: the first call is not promised again.
      promises: expect.not.arrayContaining([
        expect.objectContaining({ rule: "contact-after-payment" }),
      ]),
    });
    for (const person of [PEOPLE.pastDue, PEOPLE.bankAsks]) {
      expect.soft(await subscriptionOf(person)).toMatchObject({
        subscription_status: "past_due",
        price_id: plus.priceId,
      });
    }
    expect.soft(await subscriptionOf(PEOPLE.cancelling)).toMatchObject({
      subscription_status: "active",
      ends_at: expect.any(Number),
      ends_at_once: false,
    });
    expect.soft(await subscriptionOf(PEOPLE.offered)).toMatchObject({
      discounts: [{ percent_off: 20 }],
      offer: null,
    });
    expect.soft(await subscriptionOf(PEOPLE.refunded)).toMatchObject({
      subscription_status: "canceled",
      guarantee: { state: "refunded" },
    });
    expect.soft(await subscriptionOf(PEOPLE.duplicate)).toMatchObject({
      subscription_status: "active",
      price_id: starter.priceId,
    });
    await expect
      .poll(() =>
        query(
          `select bought.status from orders bought join customers on customers.id = bought.customer_id
             join users on users.id = customers.user_id where users.email = $1 order by bought.status`,
          [PEOPLE.duplicate.email],
        ),
      )
      .toEqual([{ status: "completed" }, { status: "refunded" }]);
    expect.soft(await subscriptionOf(PEOPLE.returned)).toMatchObject({
      subscription_status: "active",
      discounts: [{ percent_off: 30 }],
    });
    expect.soft(await signIn(PEOPLE.erased)).toBeNull();

    // Behind and ahead, each post with a file; a duplicate paid today, a refunded one has nothing to come.
    expect
      .soft(
        await query(
          `select users.email, count(*) filter (where live.post_id is not null)::int as live,
             count(*) filter (where live.post_id is null)::int as ahead, bool_and(file.post_id is not null) as pictured,
             bool_and(photo.id is not null) as faced
           from posts join businesses on businesses.id = posts.business_id join users on users.id = businesses.user_id
             left join (select distinct post_id from post_publications) live on live.post_id = posts.id
             left join (select distinct post_id from post_version_media) file on file.post_id = posts.id
             left join operator_photos photo on photo.user_id = businesses.account_manager_id
           group by users.email order by users.email`,
        ),
      )
      .toEqual(
        [
          [PEOPLE.cancelling, 6, 6],
          [PEOPLE.bankAsks, 6, 6],
          [PEOPLE.duplicate, 0, 3],
          [PEOPLE.active, 10, 9],
          [PEOPLE.offered, 6, 6],
          [PEOPLE.refunded, 2, 0],
          [PEOPLE.returned, 6, 6],
          [PEOPLE.pastDue, 6, 6],
          ...NEIGHBOURS.map((who) => [PEOPLE[who], 6, 6] as const),
        ]
          .map(([person, live, ahead]) => ({
            email: (person as Person).email,
            live,
            ahead,
            pictured: true,
            faced: true,
          }))
          .toSorted((one, other) => (one.email < other.email ? -1 : 1)),
      );

    const access = { api: urls.api, serviceRoleKey: urls.serviceRoleKey, password: DEMO_PASSWORD };
    const email = "reader@tidepost.example";
    await createOperator(access, { email, firstName: "Ada", lastName: "Reader" });
    const secret = await enrollOperator(access, email);
    const opsConsole = await signInToConsole(urls.ops, { ...access, email, secret });
    expect.soft(await sharedNames(opsConsole)).toEqual([]);

    // A visitor tries the checkout with this card first: no customer of the demo has paid with it.
    expect
      .soft(await query("select from orders where card_fingerprint like '%42424242'"))
      .toEqual([]);

    const events = () =>
      query(
        "select count(*)::int from outbox_events where type not in ('MorningWorkListed', 'PromisesAnnounced')",
      );
    const before = await events();
    await runDemo(stack);
    expect(await events()).toEqual(before);

    await query(`update users set user_metadata = '{}' where email = $1`, [DEMO_OPERATOR.email]);
    await expect(runDemo(stack)).rejects.toThrow("run `npm run reset`");
  } finally {
    await database.end();
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }

  async function signIn({ email }: Person): Promise<string | null> {
    const { data } = await new GoTrueClient({
      url: `${urls.api}/auth/v1`,
      headers: { apikey: urls.anonKey, "cf-connecting-ip": freshIp() },
      persistSession: false,
      autoRefreshToken: false,
    }).signInWithPassword({ email, password: DEMO_PASSWORD });
    return data.session?.access_token ?? null;
  }

  async function subscriptionOf(person: Person) {
    const customer = testCustomer(urls, (await signIn(person)) ?? undefined);
    const { body } = await customer.call("GET", "/functions/v1/subscription");
    return SubscriptionDetailsResponse.parse(body).subscription;
  }
});
