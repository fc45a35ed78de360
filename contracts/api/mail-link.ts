import * as z from "zod";

export const MailLinkRequest = z.object({
  token: z.string().min(1).max(200),
});

/** What the link of an account mail is for. */
export const MailLink = z.object({
  /** Of the account that it opens. */
  email: z.string(),
  /** The address that it changes to; null for other links. */
  new_email: z.nullable(z.string()),
});
export type MailLink = z.infer<typeof MailLink>;
