import { z } from "zod";
import { AccountCreated } from "./account-created.ts";
import { AccountErased } from "./account-erased.ts";
import { AuthMailRequested } from "./auth-mail-requested.ts";
import { AuthSmsRequested } from "./auth-sms-requested.ts";
import { ContactSubmitted } from "./contact-submitted.ts";
import { PasswordChanged } from "./password-changed.ts";

/** Every event of the product. The worker holds a total map from these types to their effects. */
export const DomainEvent = z.discriminatedUnion("type", [
  AccountCreated,
  AccountErased,
  AuthMailRequested,
  AuthSmsRequested,
  ContactSubmitted,
  PasswordChanged,
]);
export type DomainEvent = z.infer<typeof DomainEvent>;
export type EventType = DomainEvent["type"];
export type EventOf<T extends EventType> = Extract<DomainEvent, { type: T }>;

/** The version that this code writes, by type. It understands this one and all before it. */
export const EVENT_VERSIONS = {
  AccountCreated: 1,
  AccountErased: 1,
  AuthMailRequested: 1,
  AuthSmsRequested: 1,
  ContactSubmitted: 2,
  PasswordChanged: 1,
} as const satisfies {
  [T in EventType]: EventOf<T>["version"];
};
