import type { Mail } from "../ports/mailer.ts";
import type { Block } from "./blocks.tsx";
import { composeMail } from "./compose-mail.tsx";

export type TeamMailReader = { to: string; siteUrl: string; opsUrl: string; correlationId: string };

type TeamMailInput = {
  subject: string;
  title?: string;
  kicker: string;
  blocks: readonly (Block | false)[];
  /** Replies go there; null when there is no address to answer. */
  customerEmail?: string | null;
  /** What it is about, for mails that belong together. */
  thread?: string;
  /** Why the team gets it. */
  because?: string;
};

/** A mail to the team, with the id of the request that caused it. */
export const teamMail = (
  { to, siteUrl, correlationId }: TeamMailReader,
  { customerEmail = null, because = "about customers", blocks, ...mail }: TeamMailInput,
): Mail =>
  composeMail({
    ...mail,
    to,
    ...(customerEmail !== null && { replyTo: customerEmail }),
    blocks: [
      ...blocks,
      { note: customerEmail === null ? "" : "Replying to this email answers the customer." },
    ],
    reason: `Sent to the team ${because}. Request ${correlationId}.`,
    siteUrl,
    correlationId,
  });
