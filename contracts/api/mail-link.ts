import * as z from "zod";

export const MailLinkRequest = z.object({ token: z.string().min(1).max(200) });

/** The account that the link of an account mail opens. */
export const MailLink = z.object({
  /** The address of that account. */
  email: z.string(),
  /** The address that it changes to; null for other links. */
  new_email: z.nullable(z.string()),
});
export type MailLink = z.infer<typeof MailLink>;
