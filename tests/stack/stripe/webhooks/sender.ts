import type * as z from "zod";
import { withChanges } from "../../failure-switches.ts";
import type { Delivery } from "../store.ts";
import type { World } from "../world.ts";
import {
  arrange,
  NO_WEBHOOK_FAILURES,
  type WebhookSwitches,
  type WebhookSwitchesChange,
} from "./delivery-switches.ts";
import { signatureOf } from "./sign.ts";

// Short first for interactive use, then as rarely as Stripe.
const PAUSES_MS = [2_000, 10_000, 60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000];
const MOST_AT_ONCE = 16;

interface WebhookSenderOptions {
  readonly world: World;
  readonly post: (url: string, body: string, signature: string) => Promise<number>;
  readonly random: () => number;
  readonly tickMs: number;
}

export interface WebhookSender {
  readonly switches: WebhookSwitches;
  change(change: z.output<typeof WebhookSwitchesChange>): void;
  reset(): void;
  wake(): void;
  resend(id: string): boolean;
  whenIdle(): Promise<void>;
  stop(): Promise<void>;
}

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { world } = options;
  const underWay = new Map<string, Promise<void>>();
  let switches = NO_WEBHOOK_FAILURES;
  let isStopped = false;
  let isWoken = false;
  const timer = setInterval(wake, options.tickMs);
  timer.unref();

  function wake(): void {
    if (isWoken || isStopped) return;
    isWoken = true;
    setImmediate(() => {
      isWoken = false;
      if (!isStopped) sendDue();
    });
  }

  function dueNow(): Delivery[] {
    if (switches.hold) return [];
    const now = world.wallClock();
    const due: Delivery[] = [];
    for (const delivery of world.store.all("delivery")) {
      if (underWay.has(delivery.id)) continue;
      const delay = delivery.attempts === 0 && matches(delivery) ? switches.delayMs : 0;
      if (delivery.nextAt + delay <= now) due.push(delivery);
    }
    return arrange(due, switches.order, options.random);
  }

  function sendDue(): void {
    for (const delivery of dueNow()) {
      if (underWay.size >= MOST_AT_ONCE) return;
      const sending = carry(delivery).finally(() => {
        underWay.delete(delivery.id);
        wake();
      });
      underWay.set(delivery.id, sending);
    }
  }

  async function carry(delivery: Delivery): Promise<void> {
    const event = world.store.get("event", delivery.event);
    const endpoint = world.store.get("webhook_endpoint", delivery.endpoint);
    if (event === undefined || endpoint === undefined || endpoint.status !== "enabled") {
      finish(delivery, { state: "given_up", lastError: "the endpoint is gone" });
      return;
    }
    const isMeant = matches(delivery);
    if (isMeant && options.random() < switches.dropShare) {
      finish(delivery, { state: "dropped", lastError: "lost by a switch" });
      return;
    }
    const body = JSON.stringify(event, null, 2);
    const at = Math.floor(world.wallClock() / 1_000);
    const signature = signatureOf(body, endpoint.secret ?? "", at);
    const copies = isMeant ? switches.copies : 1;
    const statuses = await Promise.all(
      Array.from({ length: copies }, () => postOnce(endpoint.url, body, signature)),
    );
    const taken = statuses.find((answer) => answer.status >= 200 && answer.status < 300);
    const isLost = isMeant && options.random() < switches.loseAnswerShare;
    const attempts = delivery.attempts + 1;
    if (taken !== undefined && !isLost) {
      finish(delivery, { state: "delivered", attempts, lastStatus: taken.status, lastError: null });
      return;
    }
    const pause = PAUSES_MS[attempts - 1];
    const [first] = statuses;
    finish(delivery, {
      attempts,
      state: pause === undefined ? "given_up" : "waiting",
      nextAt: world.wallClock() + (pause ?? 0),
      lastStatus: first?.status ?? null,
      lastError: isLost ? "answer lost by a switch" : (first?.error ?? null),
    });
  }

  async function postOnce(
    url: string,
    body: string,
    signature: string,
  ): Promise<{ status: number; error: string | null }> {
    try {
      const status = await options.post(url, body, signature);
      return { status, error: null };
    } catch (error) {
      return { status: 0, error: error instanceof Error ? error.message : String(error) };
    }
  }

  function finish(delivery: Delivery, change: Partial<Delivery>): void {
    // The next run resends what was in progress.
    if (isStopped) return;
    world.store.transaction(() => {
      const finished = { ...(world.store.get("delivery", delivery.id) ?? delivery), ...change };
      if (finished.state === "waiting") {
        world.store.put("delivery", finished);
        return;
      }
      world.store.remove("delivery", finished.id);
      world.store.put("carried", finished);
      const event = world.store.get("event", delivery.event);
      if (event === undefined) return;
      const left = Math.max(0, event.pending_webhooks - 1);
      world.store.put("event", { ...event, pending_webhooks: left });
    });
  }

  function matches(delivery: Delivery): boolean {
    if (switches.onlyMatching === "") return true;
    const event = world.store.get("event", delivery.event);
    return event?.type.startsWith(switches.onlyMatching) ?? false;
  }

  return {
    get switches() {
      return switches;
    },
    change(change) {
      switches = withChanges(switches, change);
      wake();
    },
    reset() {
      switches = NO_WEBHOOK_FAILURES;
      wake();
    },
    wake,
    resend(id) {
      const delivery = world.store.get("carried", id) ?? world.store.get("delivery", id);
      if (delivery === undefined || underWay.has(id)) return false;
      world.store.transaction(() => {
        world.store.remove("carried", id);
        world.store.put("delivery", { ...delivery, state: "waiting", nextAt: 0, attempts: 0 });
      });
      wake();
      return true;
    },
    async whenIdle() {
      for (;;) {
        await Promise.all(underWay.values());
        if (underWay.size === 0 && dueNow().length === 0) return;
        sendDue();
      }
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.allSettled(underWay.values());
    },
  };
}
