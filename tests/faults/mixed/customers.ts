import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Agent } from "undici";
import { z } from "zod";
import { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { PlanChangeResponse, PlanChangePreview } from "#contracts/api/plan-change.ts";
import { DECLINED_OFFER } from "#contracts/api/cancellation.ts";
import {
  type SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { isActive } from "#contracts/billing/subscription-status.ts";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import type { CustomerAction, CustomerActionAttempt, CustomerActionKind } from "./judge.ts";
import type { StripeClient } from "./provider.ts";

export interface Customers {
  readonly acts: readonly CustomerAction[];
  liveAll(life: { count: number; windowMs: number; isNeeded: () => boolean }): Promise<void>;
  waitingFor(ms: number): number;
  refusals(): number;
  close(): Promise<void>;
}

export interface CustomersOptions {
  readonly urls: {
    readonly api: string;
    readonly site: string;
    readonly anonKey: string;
    readonly inbox: string;
  };
  readonly provider: StripeClient;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

type Answer = { readonly status: number; readonly body: unknown };
type Request = {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type Ask = Request & {
  readonly kind: CustomerActionKind;
  readonly subscriptionId?: string | null;
  readonly change?: CustomerAction["change"];
  readonly isDoubled?: boolean;
};
type OpenAct = { -readonly [K in keyof CustomerAction]: CustomerAction[K] } & {
  readonly attempts: CustomerActionAttempt[];
};

// The edge calls Stripe up to three times with 8 s each.
const ANSWER_LIMIT_MS = 45_000;
// How long a user waits for a code by email before asking for another.
const PATIENCE_MS = 5_000;
const MAIL_PATIENCE_MS = 20_000;
const LOST_SHARE = 0.04;
const DOUBLED_SHARE = 0.2;
const PASSWORD = "low tide at six";

// GoTrue's errors have a number in `code` and the code in `error_code`.
const Coded = z.object({
  code: z.union([z.string(), z.number()]).optional(),
  error_code: z.string().optional(),
});
const Session = z.object({ access_token: z.string() });
const Mails = z.array(z.object({ subject: z.string(), text: z.string().nullable() }));

/**
 * Makes customers who do random steps: sign up, buy, change, cancel, resume, ask for a refund.
 * Unanswered requests are
 * repeated with the same body and keys.
 */
export function createCustomers({ urls, provider, random, signal }: CustomersOptions): Customers {
  const agent = new Agent({
    connections: 64,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
  });
  const acts: OpenAct[] = [];
  const underWay = new Set<{ readonly sentMs: number }>();
  let refusals = 0;

  const pause = (fromMs: number, toMs: number) =>
    delay(fromMs + random() * (toMs - fromMs), undefined, { signal });
  const pick = <T>(items: readonly T[]): T | undefined =>
    items[Math.floor(random() * items.length)];

  async function attempt(
    act: OpenAct,
    request: Request,
    headers: Record<string, string>,
  ): Promise<Answer | null> {
    const sentMs = performance.now();
    const waiting = { sentMs };
    underWay.add(waiting);
    const answer = await exchange(request, headers).finally(() => underWay.delete(waiting));
    const endedMs = performance.now();
    if ("reason" in answer) {
      act.attempts.push({ sentMs, endedMs, outcome: "silence", reason: answer.reason });
      return null;
    }
    const { data } = Coded.safeParse(answer.body);
    const code = data?.error_code ?? data?.code?.toString() ?? null;
    const wasHeard = random() >= LOST_SHARE;
    act.attempts.push({
      sentMs,
      endedMs,
      outcome: "answer",
      status: answer.status,
      code,
      wasHeard,
    });
    if (answer.status >= 500) refusals += 1;
    return wasHeard ? answer : null;
  }

  async function exchange(
    request: Request,
    headers: Record<string, string>,
  ): Promise<Answer | { reason: string }> {
    try {
      const { statusCode: status, body } = await agent.request({
        origin: urls.api,
        path: request.path,
        method: request.method ?? "POST",
        headers: {
          apikey: urls.anonKey,
          ...headers,
          ...request.headers,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal,
      });
      return { status, body: parseJson(await body.text()) };
    } catch (error) {
      signal.throwIfAborted();
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async function ask(
    who: string,
    given: Ask,
    headers: Record<string, string>,
  ): Promise<Answer & { act: OpenAct }> {
    const act: OpenAct = {
      who,
      kind: given.kind,
      subscriptionId: given.subscriptionId ?? null,
      attempts: [],
      isAccepted: false,
      change: given.change ?? null,
    };
    acts.push(act);
    for (let tries = 0; ; tries += 1) {
      const clicks = given.isDoubled === true && tries === 0 ? 2 : 1;
      const answers = await Promise.all(
        Array.from({ length: clicks }, () => attempt(act, given, headers)),
      );
      const finals = answers.filter((answer) => answer !== null && answer.status < 500);
      const answer = finals.find((one) => one !== null && one.status < 300) ?? finals[0] ?? null;
      if (answer !== null) {
        act.isAccepted = answer.status < 300;
        return { ...answer, act };
      }
      const isBroken = answers.some((one) => one !== null && one.status === 500);
      if (isBroken && tries > 5) return { status: 500, body: null, act };
      await pause(400, 1_600);
    }
  }

  async function live(index: number, isNeeded: () => boolean): Promise<void> {
    const who = `customer-${index}@mixed.example`;
    const ip = `10.200.${index >> 8}.${index & 255}`;
    const guest = { authorization: `Bearer ${urls.anonKey}`, "cf-connecting-ip": ip };
    const token = await signUp(who, guest);
    const headers = { authorization: `Bearer ${token}`, "cf-connecting-ip": ip };
    const send = (given: Ask) =>
      ask(who, { isDoubled: random() < DOUBLED_SHARE, ...given }, headers);
    const look = (given: Request) => ask(who, { ...given, kind: "look" }, headers);

    async function buy(): Promise<void> {
      const plan = pick(PLANS) ?? PLANS[0];
      const addon = random() < 0.5 ? pick(ADDONS) : undefined;
      const { body, act } = await send({
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
      act.isAccepted = false;
      const sessionId = /cs_test_[A-Za-z0-9]+/.exec(JSON.stringify(body))?.[0];
      if (sessionId === undefined || !(await provider.pay(sessionId, who))) return;
      act.isAccepted = true;
      for (;;) {
        const visit = await look({
          method: "GET",
          path: `/functions/v1/checkout-session?session_id=${sessionId}`,
        });
        const { data } = CheckoutSessionResponse.safeParse(visit.body);
        if (data?.outcome === "complete" && data.subscription !== null) {
          act.subscriptionId = data.subscription.subscription_id;
          return;
        }
        await pause(500, 1_000);
      }
    }

    async function change(own: SubscriptionDetails): Promise<void> {
      const addons = own.items.flatMap(({ price_id: name }) =>
        ADDONS.filter(({ priceId }) => priceId === name),
      );
      const others = ADDONS.filter((one) => !addons.includes(one));
      const wish = pick([
        ...PLANS.filter(({ priceId }) => priceId !== own.price_id).map(({ priceId }) => ({
          plan: priceId,
        })),
        ...others.slice(0, 2).map(({ priceId }) => ({ add: [priceId] })),
        ...addons.slice(0, 1).map(({ priceId }) => ({ remove: [priceId] })),
      ]);
      const preview = await look({ path: "/functions/v1/plan-change/preview", body: wish });
      const shown = PlanChangePreview.safeParse(preview.body);
      if (!shown.success) return;
      const {
        when,
        to,
        due_today_pence: dueTodayPence,
        proration_date: prorationDate,
      } = shown.data;
      const { act, body } = await send({
        kind: "change",
        path: "/functions/v1/plan-change",
        body: { ...wish, prorationDate, dueTodayPence },
        subscriptionId: shown.data.subscription_id,
        change: { when, priceIds: to, isCharged: when === "now" && dueTodayPence > 0 },
      });
      const answer = PlanChangeResponse.safeParse(body);
      if (act.isAccepted && !["applied", "scheduled"].includes(answer.data?.outcome ?? "")) {
        throw new Error(`a change was answered with ${JSON.stringify(body)}`);
      }
    }

    async function act(own: SubscriptionDetails): Promise<void> {
      const { subscription_id: subscriptionId } = own;
      const say = (kind: CustomerActionKind, path: string, more: object = {}) =>
        send({
          kind,
          path: `/functions/v1/${path}`,
          subscriptionId,
          body: { subscriptionId, ...more },
        });
      const chance = random();
      if (own.ends_at !== null && chance < 0.5) await say("keep", "keep-subscription");
      else if (chance < 0.42) await change(own);
      else if (chance < 0.5 && own.scheduled !== null)
        await say("withdraw", "plan-change/withdraw");
      else if (chance < 0.72) await say("cancel", "cancel-subscription", DECLINED_OFFER);
      else if (chance < 0.92 && own.is_offer_open) {
        await send({
          kind: "claim",
          path: "/functions/v1/apply-retention-discount",
          subscriptionId,
          body: { subscriptionId, discountPercent: 20, durationMonths: 3 },
          headers: { "idempotency-key": randomUUID() },
        });
      } else if (chance > 0.97 && own.guarantee.state === "available") {
        await say("refund", "refund-request", { message: "It is not what I hoped for." });
      }
    }

    await buy();
    while (isNeeded()) {
      await pause(500, 4_000);
      const { body } = await look({ method: "GET", path: "/functions/v1/subscription" });
      const own = SubscriptionDetailsResponse.parse(body).subscription;
      if (own === null || own.subscription_status === "canceled") await buy();
      else if (isActive(own.subscription_status)) await act(own);
    }
  }

  async function signUp(who: string, guest: Record<string, string>): Promise<string> {
    const auth = (kind: CustomerActionKind, path: string, body: object) =>
      ask(who, { kind, path: `/auth/v1/${path}`, body }, guest);
    let signedUp: OpenAct | null = null;
    let tried: string | null = null;
    let patienceMs = 0;
    for (;;) {
      const code = await newestCode(who);
      if (code !== tried) {
        tried = code;
        const body = { type: "signup", email: who, token: code };
        const verified = Session.safeParse((await auth("look", "verify", body)).body);
        // The attempt whose response was lost may have used the code.
        const session = verified.success
          ? verified
          : Session.safeParse(
              (await auth("look", "token?grant_type=password", { email: who, password: PASSWORD }))
                .body,
            );
        if (session.success) {
          if (signedUp !== null) signedUp.isAccepted = true;
          return session.data.access_token;
        }
      } else if (performance.now() > patienceMs) {
        const data = { first_name: "Ada", last_name: "Byron" };
        const answer = await auth("sign-up", "signup", { email: who, password: PASSWORD, data });
        signedUp = answer.act;
        patienceMs = performance.now() + (answer.act.isAccepted ? MAIL_PATIENCE_MS : PATIENCE_MS);
      } else {
        await pause(300, 800);
      }
    }
  }

  async function newestCode(who: string): Promise<string | null> {
    signal.throwIfAborted();
    const url = new URL(`/inbox.json?to=${encodeURIComponent(who)}`, urls.inbox);
    const answer = await fetch(url, { signal }).catch(() => null);
    const mails = Mails.parse(answer === null ? [] : await answer.json());
    return /\b\d{6}\b/.exec(mails.at(-1)?.text ?? "")?.[0] ?? null;
  }

  return {
    acts,
    async liveAll({ count, windowMs, isNeeded }) {
      await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          await delay((index * windowMs) / count, undefined, { signal });
          await live(index, isNeeded);
        }),
      );
    },
    waitingFor: (ms) =>
      [...underWay].filter(({ sentMs }) => performance.now() - sentMs > ms).length,
    refusals: () => refusals,
    close: () => agent.destroy(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
