import { dayLabel } from "#contracts/content/planned-label.ts";
import { counted } from "#contracts/counted.ts";
import type { WeekendWork } from "#db/ops/find-team-work.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import type { TeamMailReader } from "./team-mail.ts";
import { nameOf, postLines, workMail } from "./work-lines.ts";

export type WeekendWorkInput = TeamMailReader & {
  work: WeekendWork;
  /** London dates. */
  daysOff: { from: string; until: string };
};

const TITLES = {
  schedule: "Approved, and in no scheduler yet",
  unanswered: "Without an answer: call the customer",
  changes: "Changes asked for",
} as const satisfies Partial<Record<keyof WeekendWork, string>>;

/** Tells an account manager what is planned for days off and still needs somebody. */
export function weekendWork({ work, daysOff, ...reader }: WeekendWorkInput): Mail {
  const { opsUrl } = reader;
  const count = Object.values(work).reduce((sum, { total }) => sum + total, 0);
  const { from, until } = daysOff;
  const days = from === until ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(until)}`;
  const { drafts } = work;
  return workMail(reader, {
    subject: `Before the days off: ${counted(count, "post")} to see to`,
    kicker: "Before the days off",
    headline: `Planned for ${days}.`,
    message:
      "Hand what is approved to the schedulers of the platforms and say so in the ops console; nobody publishes by hand on these days.",
    action: { label: "Open the posts", path: opsLinks.publishUntil(until) },
    lists: [
      ...(Object.keys(TITLES) as (keyof typeof TITLES)[])
        .filter((key) => work[key].total > 0)
        .map((key) => postLines(TITLES[key], work[key], opsUrl)),
      ...(drafts.total === 0
        ? []
        : [
            {
              title: `Drafts that no customer has seen (${drafts.total})`,
              lines: [
                {
                  label: "Of",
                  value: drafts.customers.map(nameOf).join(", "),
                  href: `${opsUrl}${opsLinks.content}`,
                },
              ],
              more: 0,
            },
          ]),
    ],
  });
}
