import type { Mail } from "../ports/mailer.ts";
import type { Block } from "./blocks.tsx";
import { composeMail } from "./compose-mail.tsx";

export type TeamMailReader = { to: string; siteUrl: string; opsUrl: string; correlationId: string };

type TeamMailInput = {
  subject: string;
  title?: string;
  replyTo?: string;
  kicker: string;
  blocks: readonly Block[];
  /** Why the team gets it. */
  because?: string;
};

/** A mail to the team, with the id of the request that caused it. */
export const teamMail = (
  { to, siteUrl, correlationId }: TeamMailReader,
  { because = "about customers", ...mail }: TeamMailInput,
): Mail =>
  composeMail({
    ...mail,
    to,
    reason: `Sent to the team ${because}. Request ${correlationId}.`,
    siteUrl,
    correlationId,
  });

/** Last in a mail to the team about a customer; empty when there is no address to answer. */
export const replyNote = (customerEmail: string | null): string =>
  customerEmail === null ? "" : "Replying to this email answers the customer.";
