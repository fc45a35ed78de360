import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

/** One matter: what and until when, who, and where it is done. */
export type WorkLine = { readonly label: string; readonly value: string; readonly href: string };

/** A mail to the team of what there is to do, a line with a link each. */
export const workMail = (
  reader: TeamMailReader,
  {
    headline,
    message,
    lists,
    ...mail
  }: {
    subject: string;
    kicker: string;
    thread?: string;
    headline: string;
    message: string;
    lists: readonly { title: string; lines: readonly WorkLine[]; more: number }[];
  },
): Mail =>
  teamMail(reader, {
    ...mail,
    blocks: [
      { headline },
      { text: message },
      ...lists.flatMap(({ title, lines, more }) => [
        { title },
        { rows: lines.map((line) => ({ ...line, dir: "auto" as const })) },
        { text: more === 0 ? "" : `And ${more} more, in the ops console.` },
      ]),
      { action: { label: "Open the promises", url: `${reader.opsUrl}${opsLinks.promises}` } },
    ],
  });

/** Without a name everything was erased. */
export const nameOf = (who: string | null): string => who ?? "Erased";
