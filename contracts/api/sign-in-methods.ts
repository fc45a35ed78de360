import * as z from "zod";
import { idPattern } from "../ids.ts";

export const METHOD_KINDS = [
  "app",
  "text_message",
  "recovery_codes",
  "passkey",
  "phone",
  "identity",
] as const;

/** A sign-in method that was added after the account. */
export const AddedMethod = z.object({
  id: z.string(),
  kind: z.enum(METHOD_KINDS),
  /** The user's name for it, the provider, or the last digits of the phone. */
  name: z.nullable(z.string()),
  added_at: z.string(),
});
export type AddedMethod = z.infer<typeof AddedMethod>;

/** `GET /functions/v1/account/recovery`: the oldest first. */
export const AddedMethods = z.object({ methods: z.array(AddedMethod) });
export type AddedMethods = z.infer<typeof AddedMethods>;

export const RemoveMethods = z.object({ ids: z.array(z.uuid()).min(1).max(50) });

/** The link of a security notice, which removes what its mail tells of. */
export const RemovalLink = z.object({
  event: z.string().regex(idPattern("event")),
  token: z.string().regex(/^[\w-]{43}$/),
});

export const Removal = z.object({
  /** The address of the account. */
  email: z.nullable(z.string()),
  /** Null once it is removed. */
  method: z.nullable(AddedMethod),
});
export type Removal = z.infer<typeof Removal>;
