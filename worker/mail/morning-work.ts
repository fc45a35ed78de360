import { plannedLabel } from "#contracts/content/planned-label.ts";
import { counted } from "#contracts/counted.ts";
import type { MorningPost, MorningWork } from "#db/ops/get-morning-work.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { promiseLine } from "./promise-alert.ts";
import type { TeamMailReader } from "./team-mail.ts";
import { nameOf, type WorkLine, workMail } from "./work-lines.ts";

export type MorningWorkInput = TeamMailReader & { work: MorningWork };

const TITLES = {
  due: "Due today, or late",
  changes: "Changes asked for",
  publish: "To publish",
  waiting: "Waiting for the customer for more than three days",
  reports: "Reports due",
} as const satisfies Record<keyof MorningWork, string>;

/** Tells an account manager in the morning what the day asks for. */
export function morningWork({ work, ...reader }: MorningWorkInput): Mail {
  const { opsUrl } = reader;
  const lines: Record<keyof MorningWork, readonly WorkLine[]> = {
    due: work.due.rows.map((promise) => promiseLine(promise, opsUrl)),
    changes: work.changes.rows.map((post) => postLine(post, opsUrl)),
    publish: work.publish.rows.map((post) => postLine(post, opsUrl)),
    waiting: work.waiting.rows.map((post) => postLine(post, opsUrl)),
    reports: work.reports.rows.map((promise) => promiseLine(promise, opsUrl)),
  };
  const keys = Object.keys(TITLES) as (keyof MorningWork)[];
  const count = keys.reduce((sum, key) => sum + work[key].total, 0);
  return workMail(reader, {
    subject: `Today: ${counted(count, "thing")} to do`,
    kicker: "Your morning list",
    headline: "What today asks for.",
    message: "Of the customers you look after, and first of all what we promised.",
    lists: keys
      .filter((key) => work[key].total > 0)
      .map((key) => ({
        title: `${TITLES[key]} (${work[key].total})`,
        lines: lines[key],
        more: work[key].total - work[key].rows.length,
      })),
  });
}

function postLine(post: MorningPost, opsUrl: string): WorkLine {
  return {
    label: plannedLabel(post),
    value: nameOf(post.who),
    href: `${opsUrl}${opsLinks.post(post.id)}`,
  };
}
