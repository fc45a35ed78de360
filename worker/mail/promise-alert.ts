import { counted } from "#contracts/counted.ts";
import { PROMISES } from "#contracts/promises.ts";
import type { NamedPromise } from "#db/promises/named-promises-sql.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { formatBritishTime } from "./british-time.ts";
import { singleLine } from "./single-line.ts";
import type { TeamMailReader } from "./team-mail.ts";
import { nameOf, type WorkLine, workMail } from "./work-lines.ts";

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

export function promiseLine({ id, rule, who, dueAt }: NamedPromise, opsUrl: string): WorkLine {
  return {
    label: `${PROMISES[rule].text}, by ${formatBritishTime(dueAt)}`,
    value: nameOf(who),
    href: `${opsUrl}${opsLinks.promise(id)}`,
  };
}
