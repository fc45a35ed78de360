import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { EffectQueue, MailPriority } from "../pipeline/queues.ts";

/** What the ledger and the audit log keep of an act: ids and closed enumerations, no personal data. */
export type EffectResult = {
  externalId: string | null;
  facts: Readonly<Record<string, string | number>>;
};

/** An effect that completes without a mail, and why. */
export function skipped(
  reason: "erased" | "expired" | "no_address" | "one_per_mailbox_a_day" | "replaced_or_used",
): EffectResult {
  return { externalId: null, facts: { outcome: "skipped", reason } };
}

/** Every mail has a priority: BullMQ runs a job without one before all that have one. */
type Queued =
  | { queue: "email"; priority: MailPriority }
  | { queue: Exclude<EffectQueue, "email">; priority?: never };

/** One act on the outside world. It may run twice, so `run` gives the provider the same key each time. */
export type Effect<T extends EventType> = Queued & {
  /** Whether the act leaves our database, so that after a provider forgot its key a repeat is in doubt. */
  external: boolean;
  /** Whether this event calls for the act at all; left out where every event does. */
  when?(event: EventOf<T>): boolean;
  run(event: EventOf<T>, idempotencyKey: string): Promise<EffectResult>;
};

/** An effect of several kinds of events, of which it needs only what they have in common. */
export type SharedEffect<E> = Queued & {
  external: boolean;
  run(event: E, idempotencyKey: string): Promise<EffectResult>;
};

/** The total map from events to their effects: an event without an entry does not compile. */
export type EffectCatalogue = {
  readonly [T in EventType]: Readonly<Record<string, Effect<T>>>;
};
