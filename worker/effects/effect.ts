import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { EffectQueue, MailPriority } from "../pipeline/queues.ts";

/** Ids and closed enumerations, no personal data. */
export type EffectResult = {
  externalId: string | null;
  facts: Readonly<Record<string, string | number>>;
};

export function skipped(
  reason: "erased" | "expired" | "no_address" | "one_per_mailbox_a_day" | "replaced_or_used",
): EffectResult {
  return { externalId: null, facts: { outcome: "skipped", reason } };
}

/** BullMQ runs a job without a priority before all others, so every email has one. */
type Queued =
  | { queue: "email"; priority: MailPriority }
  | { queue: Exclude<EffectQueue, "email">; priority?: never };

/** May run twice, so `run` passes the same idempotency key each time. */
export type Effect<T extends EventType> = Queued & {
  /**
   * Whether a repeat could duplicate the action once the idempotency key is forgotten: then an
   * operator decides.
   */
  external: boolean;
  when?(event: EventOf<T>): boolean;
  run(event: EventOf<T>, idempotencyKey: string): Promise<EffectResult>;
};

export type SharedEffect<E> = Queued & {
  external: boolean;
  run(event: E, idempotencyKey: string): Promise<EffectResult>;
};

export type EffectCatalogue = {
  readonly [T in EventType]: Readonly<Record<string, Effect<T>>>;
};
