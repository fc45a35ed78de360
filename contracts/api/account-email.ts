import * as z from "zod/mini";

/** `GET /functions/v1/account/email` */
export const AccountEmail = z.object({
  /** The address gets no email. */
  is_undeliverable: z.boolean(),
  /** Of a change under way: the current address bounced, so the new one confirms alone. */
  is_new_address_enough: z.boolean(),
});

export type AccountEmail = z.infer<typeof AccountEmail>;
