import { randomBytes } from "node:crypto";
import type { AccountSettings } from "./account-settings.ts";
import type { Store } from "./store.ts";
import type { WireEvent } from "./wire.ts";

/** The only API version implemented. */
export const API_VERSION = "2026-10-28.endive";

export interface Cause {
  readonly id: string;
  readonly idempotencyKey: string | null;
}

export interface World {
  readonly store: Store;
  readonly baseUrl: string;
  readonly accountName: string;
  /**
   * Fixed for all endpoints, so that the stack knows it beforehand; null generates one for each.
   */
  readonly webhookSecret: string | null;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  cause: Cause | null;
  settings: AccountSettings;
}

export function now(world: World, clock: string | null | undefined): number {
  const frozen = clock == null ? undefined : world.store.get("test_helpers.test_clock", clock);
  if (frozen !== undefined) return frozen.frozen_time;
  const ahead = world.store.get("time", "time")?.aheadSeconds ?? 0;
  return Math.floor(world.wallClock() / 1_000) + ahead;
}

export function nowOf(world: World, customer: string | null): number {
  return now(world, clockOf(world, customer));
}

export function clockOf(world: World, customer: string | null): string | null {
  if (customer === null) return null;
  return world.store.get("customer", customer)?.test_clock ?? null;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function newId(prefix: string, length = 24): string {
  const letters = Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${prefix}_${letters.join("")}`;
}

/**
 * Records an event and its webhook deliveries.
 *
 * @param at unix seconds
 * @param previous the old values of changed fields
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

export function differences<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed.map((key) => [key, before[key]])) as Partial<T>;
}
