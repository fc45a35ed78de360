import { z } from "zod";
import { ContactSubmitted } from "./contact-submitted.ts";

/** Every event of the product. The worker holds a total map from these types to their effects. */
export const DomainEvent = z.discriminatedUnion("type", [ContactSubmitted]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent["type"];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** The version that this code writes, by type. It understands this one and all before it. */
export const EVENT_VERSIONS = { ContactSubmitted: 2 } as const satisfies {
  [T in EventType]: EventOf<T>["version"];
};
