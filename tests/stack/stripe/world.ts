import { randomBytes } from "node:crypto";
import type { AfterLastAttempt } from "./money/dunning.ts";
import type { Store } from "./store.ts";
import type { WireEvent } from "./wire.ts";

/** The API version whose shapes are spoken here, and no other. */
export const API_VERSION = "2026-10-28.endive";

/** The API request that causes what happens; null for what happens by itself. */
export interface Cause {
  readonly id: string;
  readonly idempotencyKey: string | null;
}

/** What everything here acts upon. */
export interface World {
  readonly store: Store;
  /** Where people find the hosted pages. */
  readonly baseUrl: string;
  /** Shown on invoices and hosted pages. */
  readonly accountName: string;
  /** Given to every webhook endpoint, so that a stack knows it beforehand; null makes one for each. */
  readonly webhookSecret: string | null;
  /** What the account does with a subscription that stays unpaid. */
  readonly afterLastAttempt: AfterLastAttempt;
  /** Milliseconds since 1970, as clocks on walls have it. */
  readonly wallClock: () => number;
  cause: Cause | null;
}

/**
 * The time of a test clock, or of the account where an object has none.
 *
 * @param clock id of a test clock
 * @returns unix seconds
 */
export function now(world: World, clock: string | null | undefined): number {
  const frozen = clock == null ? undefined : world.store.get("test_helpers.test_clock", clock);
  if (frozen !== undefined) return frozen.frozen_time;
  const ahead = world.store.get("time", "time")?.aheadSeconds ?? 0;
  return Math.floor(world.wallClock() / 1_000) + ahead;
}

/** The time of a customer, unix seconds. */
export function nowOf(world: World, customer: string | null): number {
  return now(world, clockOf(world, customer));
}

/** The test clock of a customer, or null. */
export function clockOf(world: World, customer: string | null): string | null {
  if (customer === null) return null;
  return world.store.get("customer", customer)?.test_clock ?? null;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An id as the provider makes them: a prefix that says what it is, and letters that nobody guesses. */
export function newId(prefix: string, length = 24): string {
  const letters = Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${prefix}_${letters.join("")}`;
}

/**
 * Records that something happened, and who is to hear of it.
 *
 * @param at unix seconds
 * @param previous what a changed object held before, of what changed
 */
export function emit(
  world: World,
  type: string,
  object: object,
  at: number,
  previous?: object,
): void {
  const endpoints = [...world.store.all("webhook_endpoint")].filter(
    (endpoint) =>
      endpoint.status === "enabled" &&
      (endpoint.enabled_events.includes("*") || endpoint.enabled_events.includes(type)),
  );
  const event: WireEvent = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: at,
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: {
      id: world.cause?.id ?? null,
      idempotency_key: world.cause?.idempotencyKey ?? null,
    },
    type,
  };
  world.store.put("event", event);
  for (const endpoint of endpoints) {
    world.store.put("delivery", {
      id: newId("del"),
      event: event.id,
      endpoint: endpoint.id,
      attempts: 0,
      state: "waiting",
      nextAt: world.wallClock(),
      lastStatus: null,
      lastError: null,
    });
  }
}

/** Of two versions of an object, what the older one held where they differ. */
export function differences<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed.map((key) => [key, before[key]])) as Partial<T>;
}
