import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { ListedPost } from "#db/ops/find-team-work.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

/** One matter: what and until when, who, and where it is done. */
export type WorkLine = { readonly label: string; readonly value: string; readonly href: string };

type WorkList = { title: string; lines: readonly WorkLine[]; more: number };

/** A line for each post. */
export const postLines = (
  title: string,
  { total, rows }: { total: number; rows: readonly ListedPost[] },
  opsUrl: string,
): WorkList => ({
  title: `${title} (${total})`,
  lines: rows.map((post) => ({
    label: plannedLabel(post),
    value: nameOf(post.who),
    href: `${opsUrl}${opsLinks.post(post.id)}`,
  })),
  more: total - rows.length,
});

/** A mail to the team of what there is to do, a line with a link each. */
export const workMail = (
  reader: TeamMailReader,
  {
    headline,
    message,
    lists,
    action = { label: "Open the promises", path: opsLinks.promises },
    ...mail
  }: {
    subject: string;
    kicker: string;
    thread?: string;
    headline: string;
    message: string;
    lists: readonly WorkList[];
    action?: { label: string; path: string };
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
      { action: { label: action.label, url: `${reader.opsUrl}${action.path}` } },
    ],
  });

/** Without a name everything was erased. */
export const nameOf = (who: string | null): string => who ?? "Erased";
