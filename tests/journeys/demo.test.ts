import { GoTrueClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { runDemo } from "../stack/demo/demo.ts";
import { DEMO_OPERATOR, DEMO_PASSWORD, PEOPLE, type Person } from "../stack/demo/people.ts";
import { startBillingStack } from "../support/billing-stack.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { testCustomer } from "../support/test-customer.ts";

const [starter, plus, premium] = PLANS;

test("demo: each person is in the state that it names, once; an interrupted one is not continued", async () => {
  const { stack, urls, query, stop } = await startBillingStack("demo");
  try {
    await runDemo(stack);
    expect.soft(await subscriptionOf(PEOPLE.active)).toMatchObject({
      subscription_status: "active",
      price_id: premium.priceId,
      has_report: true,
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
    expect.soft(await subscriptionOf(PEOPLE.returned)).toMatchObject({
      subscription_status: "active",
      discounts: [{ percent_off: 30 }],
    });
    expect.soft(await signIn(PEOPLE.erased)).toBeNull();

    const events = () =>
      query("select count(*)::int from outbox_events where type <> 'PromiseDue'", []);
    const before = await events();
    await runDemo(stack);
    expect(await events()).toEqual(before);

    await query(`update users set user_metadata = '{}' where email = $1`, [DEMO_OPERATOR.email]);
    await expect(runDemo(stack)).rejects.toThrow("run `npm run reset`");
  } finally {
    await stop();
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
