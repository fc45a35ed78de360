import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { EffectQueue, MailPriority } from "./queues.ts";

/** Ids and closed enumerations, no personal data. */
export type EffectResult = {
  externalId: string | null;
  facts: Readonly<Record<string, string | number>>;
};

/** BullMQ runs a job without a priority before all others, so every email has one. */
type Queued =
  | { queue: "email"; priority: MailPriority }
  | { queue: Exclude<EffectQueue, "email">; priority?: never }
  /** Runs at dispatch and only writes its audit row, in the statement that creates the effects. */
  | { queue: null; priority?: never };

/** May run twice, so `run` passes the same idempotency key each time. */
export type Effect<T extends EventType> = Queued & {
  /** It may once the idempotency key is forgotten: then an operator decides. */
  repeatMayDuplicate: boolean;
  when?(event: EventOf<T>): boolean;
  run(event: EventOf<T>, idempotencyKey: string): Promise<EffectResult>;
};

export type SharedEffect<E> = Queued & {
  repeatMayDuplicate: boolean;
  run(event: E, idempotencyKey: string): Promise<EffectResult>;
};

export type EffectCatalogue = {
  readonly [T in EventType]: Readonly<Record<string, Effect<T>>>;
};
