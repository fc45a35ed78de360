import * as z from "zod/mini";

export const AccountEmail = z.object({
  is_undeliverable: z.boolean(),
  /** The current address bounced, so the new one confirms a change alone. */
  is_new_address_enough: z.boolean(),
  has_password: z.boolean(),
});

export type AccountEmail = z.infer<typeof AccountEmail>;
