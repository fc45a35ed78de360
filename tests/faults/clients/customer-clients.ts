import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { DECLINED_OFFER } from "#contracts/api/cancellation.ts";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { PlanChangePreview, PlanChangeResponse } from "#contracts/api/plan-change.ts";
import {
  type SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { isActive } from "#contracts/billing/subscription-status.ts";
import { ADDONS, type CatalogueItem, PLANS } from "#contracts/catalogue.ts";
import type { StripeClient } from "../stripe-client.ts";
import { type Attempt, createHttpClient, type HttpRequest } from "./http-client.ts";
import { readInbox } from "./read-inbox.ts";

export type ActionKind =
  | "sign-up"
  | "checkout"
  | "plan-change"
  | "withdraw"
  | "accept-offer"
  | "cancel"
  | "resume"
  | "refund"
  | "read";

/** A request of a customer with all its attempts. */
export interface CustomerAction {
  readonly email: string;
  readonly kind: ActionKind;
  readonly subscriptionId: string | null;
  readonly attempts: readonly Attempt[];
  readonly isAccepted: boolean;
  readonly change: {
    readonly when: "now" | "period_end";
    readonly priceIds: readonly string[];
    readonly isCharged: boolean;
  } | null;
}

export interface CustomerClients {
  readonly actions: readonly CustomerAction[];
  runAll(load: { count: number; windowMs: number; isNeeded: () => boolean }): Promise<void>;
  /** Number of requests that have waited longer than this. */
  countWaiting(ms: number): number;
  /** Number of 5xx responses so far. */
  countServerErrors(): number;
  close(): Promise<void>;
}

type ActionRequest = HttpRequest & {
  readonly kind: ActionKind;
  readonly subscriptionId?: string | null;
  readonly change?: CustomerAction["change"];
  readonly isDoubled?: boolean;
};
type OpenAction = { -readonly [K in keyof CustomerAction]: CustomerAction[K] } & {
  readonly attempts: Attempt[];
};
interface Response {
  readonly status: number;
  readonly body: unknown;
}

// The edge calls Stripe up to three times with 8 s each.
const TIMEOUT_MS = 45_000;
// How long a user waits for a code by email before asking for another.
const CODE_PATIENCE_MS = 5_000;
const MAIL_PATIENCE_MS = 20_000;
const LOST_SHARE = 0.04;
const DOUBLED_SHARE = 0.2;
const ATTEMPTS_AFTER_500_MAX = 6;
const PASSWORD = "low tide at six";

const Session = z.object({ access_token: z.string() });

/**
 * Makes customers who take random steps: sign up, buy, change, cancel, resume, ask for a refund.
 * Requests without a response are sent again with the same body and keys.
 */
export function createCustomerClients(options: {
  readonly urls: {
    readonly api: string;
    readonly site: string;
    readonly anonKey: string;
    readonly inbox: string;
  };
  readonly stripe: StripeClient;
  readonly random: () => number;
  readonly signal: AbortSignal;
}): CustomerClients {
  const { urls, stripe, random, signal } = options;
  const client = createHttpClient({
    apiUrl: urls.api,
    anonKey: urls.anonKey,
    connections: 64,
    timeoutMs: TIMEOUT_MS,
    random,
    signal,
  });
  client.loseResponses(LOST_SHARE);
  const actions: OpenAction[] = [];
  let serverErrors = 0;

  const pause = (fromMs: number, toMs: number) =>
    delay(fromMs + random() * (toMs - fromMs), undefined, { signal });
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];

  /** Null when the customer got no response. */
  async function attempt(action: OpenAction, request: HttpRequest): Promise<Response | null> {
    const { attempt: ended, body } = await client.send(request);
    action.attempts.push(ended);
    if (ended.outcome === "no response") return null;
    if (ended.status >= 500) serverErrors += 1;
    return ended.wasHeard ? { status: ended.status, body } : null;
  }

  async function act(
    email: string,
    input: ActionRequest,
    headers: Record<string, string>,
  ): Promise<Response & { action: OpenAction }> {
    const action: OpenAction = {
      email,
      kind: input.kind,
      subscriptionId: input.subscriptionId ?? null,
      attempts: [],
      isAccepted: false,
      change: input.change ?? null,
    };
    actions.push(action);
    const request = { ...input, headers: { ...headers, ...input.headers } };
    for (let tries = 1; ; tries += 1) {
      const clicks = input.isDoubled === true && tries === 1 ? 2 : 1;
      const responses = await Promise.all(
        Array.from({ length: clicks }, () => attempt(action, request)),
      );
      const finalResponses = responses
        .filter((response) => response !== null)
        .filter(({ status }) => status < 500);
      const final = finalResponses.find(({ status }) => status < 300) ?? finalResponses[0];
      if (final !== undefined) {
        action.isAccepted = final.status < 300;
        return { ...final, action };
      }
      const isBroken = responses.some((response) => response?.status === 500);
      if (isBroken && tries > ATTEMPTS_AFTER_500_MAX) return { status: 500, body: null, action };
      await pause(400, 1_600);
    }
  }

  async function run(index: number, isNeeded: () => boolean): Promise<void> {
    const email = `customer-${index}@faults.example`;
    const ip = `10.200.${index >> 8}.${index & 255}`;
    const token = await signUp(email, { "cf-connecting-ip": ip });
    const headers = { authorization: `Bearer ${token}`, "cf-connecting-ip": ip };
    const send = (request: ActionRequest) =>
      act(email, { isDoubled: random() < DOUBLED_SHARE, ...request }, headers);
    const read = (request: HttpRequest) => act(email, { ...request, kind: "read" }, headers);

    async function buy(): Promise<void> {
      const plan = pick(PLANS) ?? PLANS[0];
      const addon = random() < 0.5 ? pick(addonsOf(plan.priceId)) : undefined;
      const { body, action } = await send({
        kind: "checkout",
        path: "/functions/v1/stripe-checkout",
        body: {
          lineItems: [plan, ...(addon === undefined ? [] : [addon])].map(({ priceId }) => ({
            priceId,
            quantity: 1,
          })),
          mode: "subscription",
          successUrl: `${urls.site}/checkout-success?session_id={CHECKOUT_SESSION_ID}`,
          cancelUrl: `${urls.site}/checkout`,
        },
      });
      // A checkout counts as accepted once it is paid.
      action.isAccepted = false;
      const sessionId = /cs_test_[A-Za-z0-9]+/.exec(JSON.stringify(body))?.[0];
      if (sessionId === undefined || (await stripe.pay(sessionId, { email })) !== 200) return;
      action.isAccepted = true;
      for (;;) {
        const session = await read({
          method: "GET",
          path: `/functions/v1/checkout-session?session_id=${sessionId}`,
        });
        const { data } = CheckoutSessionResponse.safeParse(session.body);
        if (data?.outcome === "complete" && data.subscription !== null) {
          action.subscriptionId = data.subscription.subscription_id;
          return;
        }
        await pause(500, 1_000);
      }
    }

    async function changePlan(subscription: SubscriptionDetails): Promise<void> {
      const addons = subscription.items.flatMap(({ price_id: name }) =>
        ADDONS.filter(({ priceId }) => priceId === name),
      );
      const otherAddons = addonsOf(subscription.price_id).filter(
        (addon) => !addons.includes(addon),
      );
      const change = pick([
        ...PLANS.filter(({ priceId }) => priceId !== subscription.price_id).map(({ priceId }) => ({
          plan: priceId,
        })),
        ...otherAddons.slice(0, 2).map(({ priceId }) => ({ add: [priceId] })),
        ...addons.slice(0, 1).map(({ priceId }) => ({ remove: [priceId] })),
      ]);
      const response = await read({ path: "/functions/v1/plan-change/preview", body: change });
      const preview = PlanChangePreview.safeParse(response.body);
      if (!preview.success) return;
      const {
        when,
        to,
        due_today_pence: dueTodayPence,
        proration_date: prorationDate,
      } = preview.data;
      const { action, body } = await send({
        kind: "plan-change",
        path: "/functions/v1/plan-change",
        body: { ...change, prorationDate, dueTodayPence },
        subscriptionId: preview.data.subscription_id,
        change: { when, priceIds: to, isCharged: when === "now" && dueTodayPence > 0 },
      });
      const { data } = PlanChangeResponse.safeParse(body);
      if (action.isAccepted && !["applied", "scheduled"].includes(data?.outcome ?? "")) {
        throw new Error(`a plan change was answered with ${JSON.stringify(body)}`);
      }
    }

    async function takeStep(subscription: SubscriptionDetails): Promise<void> {
      const { subscription_id: subscriptionId } = subscription;
      const request = (kind: ActionKind, path: string, more: object = {}) =>
        send({
          kind,
          path: `/functions/v1/${path}`,
          subscriptionId,
          body: { subscriptionId, ...more },
        });
      const chance = random();
      if (subscription.ends_at !== null && chance < 0.5)
        await request("resume", "keep-subscription");
      else if (chance < 0.42) await changePlan(subscription);
      else if (chance < 0.5 && subscription.scheduled !== null)
        await request("withdraw", "plan-change/withdraw");
      else if (chance < 0.72) await request("cancel", "cancel-subscription", DECLINED_OFFER);
      else if (chance < 0.92 && subscription.offer !== null) {
        await send({
          kind: "accept-offer",
          path: "/functions/v1/apply-retention-discount",
          subscriptionId,
          body: { subscriptionId, discountPercent: 20, durationMonths: 3 },
          headers: { "idempotency-key": randomUUID() },
        });
      } else if (chance > 0.97 && subscription.guarantee.state === "available") {
        await request("refund", "refund-request", { message: "It is not what I hoped for." });
      }
    }

    await buy();
    while (isNeeded()) {
      await pause(500, 4_000);
      const { body } = await read({ method: "GET", path: "/functions/v1/subscription" });
      const { subscription } = SubscriptionDetailsResponse.parse(body);
      if (subscription === null || subscription.subscription_status === "canceled") await buy();
      else if (isActive(subscription.subscription_status)) await takeStep(subscription);
    }
  }

  async function signUp(email: string, headers: Record<string, string>): Promise<string> {
    const auth = (kind: ActionKind, path: string, body: object) =>
      act(email, { kind, path: `/auth/v1/${path}`, body }, headers);
    let signedUp: OpenAction | null = null;
    let usedCode: string | null = null;
    let retryAtMs = 0;
    for (;;) {
      const code = await newestCode(email);
      if (code !== null && code !== usedCode) {
        usedCode = code;
        const body = { type: "signup", email, token: code };
        const verified = Session.safeParse((await auth("read", "verify", body)).body);
        // The attempt whose response was lost may have used the code.
        const session = verified.success
          ? verified
          : Session.safeParse(
              (await auth("read", "token?grant_type=password", { email, password: PASSWORD })).body,
            );
        if (session.success) {
          if (signedUp !== null) signedUp.isAccepted = true;
          return session.data.access_token;
        }
      } else if (performance.now() > retryAtMs) {
        const data = { first_name: "Ada", last_name: "Byron" };
        const { action } = await auth("sign-up", "signup", { email, password: PASSWORD, data });
        signedUp = action;
        retryAtMs = performance.now() + (action.isAccepted ? MAIL_PATIENCE_MS : CODE_PATIENCE_MS);
      } else {
        await pause(300, 800);
      }
    }
  }

  async function newestCode(email: string): Promise<string | null> {
    signal.throwIfAborted();
    const texts = await readInbox(urls.inbox, email, signal);
    return /\b\d{6}\b/.exec(texts.at(-1) ?? "")?.[0] ?? null;
  }

  return {
    actions,
    async runAll({ count, windowMs, isNeeded }) {
      await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          await delay((index * windowMs) / count, undefined, { signal });
          await run(index, isNeeded);
        }),
      );
    },
    countWaiting: (ms) => client.countWaiting(ms),
    countServerErrors: () => serverErrors,
    close: () => client.close(),
  };
}

/** Add-ons that the plan does not include. */
function addonsOf(plan: string | null): (typeof ADDONS)[number][] {
  return ADDONS.filter((addon: CatalogueItem) => !addon.includedIn?.includes(plan ?? ""));
}
