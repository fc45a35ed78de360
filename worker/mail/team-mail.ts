import type { Mail } from "../ports/mailer.ts";
import type { Block } from "./blocks.tsx";
import { composeMail, type MailReader } from "./compose-mail.tsx";

export type TeamMailReader = MailReader & { opsUrl: string };

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
  reader: TeamMailReader,
  { customerEmail = null, because = "about customers", blocks, ...mail }: TeamMailInput,
): Mail =>
  composeMail(reader, {
    ...mail,
    ...(customerEmail !== null && { replyTo: customerEmail }),
    blocks: [
      ...blocks,
      { note: customerEmail === null ? "" : "Replying to this email answers the customer." },
    ],
    reason: `Sent to the team ${because}. Request ${reader.correlationId}.`,
  });
