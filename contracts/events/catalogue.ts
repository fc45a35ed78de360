import { z } from "zod";
import { ContactSubmitted } from "./contact-submitted.ts";

/** Every event of the product. The worker holds a total map from these types to their effects. */
export const DomainEvent = z.discriminatedUnion("type", [ContactSubmitted]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent["type"];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** The version that this code writes and understands, by type. */
export const EVENT_VERSIONS = { ContactSubmitted: 1 } as const satisfies {
  [T in EventType]: EventOf<T>["version"];
};

/**
 * What travels through the queue for an event. Never more than this: the queue and its dashboard hold no
 * personal data, and losing the queue loses nothing.
 */
export const EventJob = z.strictObject({
  eventId: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  version: z.int().positive(),
});
export type EventJob = z.infer<typeof EventJob>;

/** The queue's name for domain events, shared by the publishers and the worker. */
export const EVENTS_QUEUE = "events";
