import { plannedLabel, dayLabel } from "#contracts/content/planned-label.ts";
import { counted } from "#contracts/counted.ts";
import { PROMISES } from "#contracts/promises.ts";
import type { ListedPost, MorningWork, WeekendWork } from "#db/ops/find-team-work.ts";
import type { NamedPromise } from "#db/promises/named-promises-sql.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { formatBritishTime } from "./british-time.ts";
import { singleLine } from "./single-line.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

/** One matter: when, what or who, and where it is done. */
type WorkLine = { readonly label: string; readonly value: string; readonly href: string };

type WorkList = { title: string; lines: readonly WorkLine[]; more: number };

/** A line for each post. */
const postLines = (
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
const workMail = (
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

export type MorningWorkInput = TeamMailReader & { work: MorningWork };

const MORNING_TITLES = {
  stop: "To take out of schedulers now",
  due: "Due today, or late",
  changes: "Changes asked for",
  publish: "To publish",
  call: "Reminded twice, or the hour has passed without an answer: call",
  waiting: "Waiting for the customer for more than three days",
  reports: "Reports due",
} as const satisfies Record<keyof MorningWork, string>;

/** Tells an account manager in the morning what the day asks for. */
export function morningWork({ work, ...reader }: MorningWorkInput): Mail {
  const keys = Object.keys(MORNING_TITLES) as (keyof MorningWork)[];
  const count = keys.reduce((sum, key) => sum + work[key].total, 0);
  return workMail(reader, {
    subject: `Today: ${counted(count, "thing")} to do`,
    kicker: "Your morning list",
    headline: "What today asks for.",
    message: "Of the customers you look after, and first of all what we promised.",
    lists: keys.filter((key) => work[key].total > 0).map((key) => listOf(work, key, reader.opsUrl)),
  });
}

function listOf(work: MorningWork, key: keyof MorningWork, opsUrl: string) {
  if (key !== "due" && key !== "reports") return postLines(MORNING_TITLES[key], work[key], opsUrl);
  const { total, rows } = work[key];
  return {
    title: `${MORNING_TITLES[key]} (${total})`,
    lines: rows.map((promise) => promiseLine(promise, opsUrl)),
    more: total - rows.length,
  };
}

export type WeekendWorkInput = TeamMailReader & {
  work: WeekendWork;
  /** London dates. */
  daysOff: { from: string; until: string };
};

const WEEKEND_TITLES = {
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
      ...(Object.keys(WEEKEND_TITLES) as (keyof typeof WEEKEND_TITLES)[])
        .filter((key) => work[key].total > 0)
        .map((key) => postLines(WEEKEND_TITLES[key], work[key], opsUrl)),
      ...(drafts.total === 0
        ? []
        : [
            {
              title: `Drafts that no customer has seen (${drafts.total})`,
              lines: [
                {
                  label: "Customers",
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

export type PromiseAlertInput = TeamMailReader & {
  promises: readonly NamedPromise[];
  /** ISO 8601 */
  now: string;
};

const SUBJECT_NAME_MAX = 60;

/** Tells of all promises that a run of the schedule found due soon or missed. */
export function promiseAlert({ promises, now, ...reader }: PromiseAlertInput): Mail {
  const isMissed = ({ dueAt }: NamedPromise) => dueAt <= now;
  const missed = promises.filter(isMissed);
  const soon = promises.filter((promise) => !isMissed(promise));
  const kicker = missed.length > 0 ? "Alert, promise missed" : "Promise due soon";
  const [first] = promises;
  const what =
    promises.length > 1 || first === undefined
      ? counted((missed.length > 0 ? missed : soon).length, "promise")
      : `${PROMISES[first.rule].text}, ${singleLine(nameOf(first.who), SUBJECT_NAME_MAX)}`;
  const list = (title: string, rows: readonly NamedPromise[]) =>
    rows.length === 0
      ? []
      : [{ title, lines: rows.map((row) => promiseLine(row, reader.opsUrl)), more: 0 }];
  return workMail(reader, {
    subject: `${kicker}: ${what}${missed.length > 0 && soon.length > 0 ? `, and ${soon.length} due soon` : ""}`,
    kicker,
    // A promise that is due soon may be missed later.
    ...(promises.length === 1 && first !== undefined && { thread: `promise.${first.id}` }),
    headline: missed.length > 0 ? "We missed a promise." : "A promise is due soon.",
    message: "Record each in the ops console once it is done.",
    lists: [...list("Missed", missed), ...list("Due soon", soon)],
  });
}

const promiseLine = ({ id, rule, who, dueAt }: NamedPromise, opsUrl: string): WorkLine => ({
  label: `By ${formatBritishTime(dueAt)}`,
  value: `${PROMISES[rule].text}, ${nameOf(who)}`,
  href: `${opsUrl}${opsLinks.promise(id)}`,
});
