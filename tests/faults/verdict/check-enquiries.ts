import { isCreated } from "../clients/enquiry-clients.ts";
import type { Attempt } from "../clients/http-client.ts";
import type { Enquiry } from "../clients/make-enquiry.ts";
import {
  countBy,
  expectOne,
  type Records,
  type SentMail,
  type Violation,
  violation,
} from "./state.ts";

const ANGLE_ADDRESS = /<([^>]+)>/;

/** Finds enquiries without an event and events without an enquiry. */
export function checkCompleteness({ submissions, events }: Records): Violation[] {
  const ofEnquiries = enquiryEvents(events);
  const withEvent = new Set(ofEnquiries.map(({ aggregateId }) => aggregateId));
  const stored = new Set(submissions.map(({ id }) => id));
  return [
    ...submissions
      .filter(({ id }) => !withEvent.has(id))
      .map(({ idempotencyKey }) =>
        violation("lost", idempotencyKey, "was stored without its event"),
      ),
    ...ofEnquiries
      .filter(({ aggregateId }) => !stored.has(aggregateId))
      .map(({ id }) => violation("wrong", id, "is an event without its enquiry")),
  ];
}

export function checkEnquiries(run: {
  enquiries: readonly Enquiry[];
  attempts: ReadonlyMap<string, readonly Attempt[]>;
  records: Records;
  mails: readonly SentMail[];
  teamEmail: string;
}): Violation[] {
  const submissions = Map.groupBy(run.records.submissions, (row) => row.idempotencyKey);
  const events = Map.groupBy(enquiryEvents(run.records.events), ({ aggregateId }) => aggregateId);
  const [toTeam, toOthers] = splitMails(run.mails, run.teamEmail);
  const teamMails = countBy(toTeam, ({ replyTo }) => addressIn(replyTo ?? ""));
  const autoReplies = countBy(toOthers, ({ to }) => addressIn(to));

  return run.enquiries.flatMap(({ idempotencyKey: about, email }): Violation[] => {
    const created = (run.attempts.get(about) ?? []).find((attempt) => isCreated(attempt));
    if (created === undefined) {
      return [violation("wrong", about, "was never accepted, also when sent again at the end")];
    }
    const rows = submissions.get(about) ?? [];
    const [row] = rows;
    if (row === undefined) return expectOne(about, 0, "row");
    const own = events.get(row.id) ?? [];
    const [event] = own;
    if (event === undefined) return expectOne(about, 0, "event");
    return [
      ...expectOne(about, rows.length, "row"),
      ...expectOne(about, own.length, "event"),
      ...expectOne(about, teamMails.get(email) ?? 0, "team notification"),
      ...expectOne(about, autoReplies.get(email) ?? 0, "auto-reply"),
      ...(row.id === created.id
        ? []
        : [violation("wrong", about, "was stored under another id than answered")]),
      ...(event.state === "completed"
        ? []
        : [violation("lost", about, `has an event that is ${event.state}`)]),
    ];
  });
}

/** Every email goes to the team, to a visitor of this run or to an account. */
export function checkRecipients(run: {
  enquiries: readonly Enquiry[];
  records: Pick<Records, "accounts">;
  mails: readonly SentMail[];
  teamEmail: string;
}): Violation[] {
  const known = new Set([...run.enquiries, ...run.records.accounts].map(({ email }) => email));
  const [, toOthers] = splitMails(run.mails, run.teamEmail);
  return toOthers
    .map(({ to }) => addressIn(to))
    .filter((address) => !known.has(address))
    .map((address) => violation("wrong", address, "got an email of no enquiry and no account"));
}

function enquiryEvents(events: Records["events"]): Records["events"] {
  return events.filter(({ type }) => type === "ContactSubmitted");
}

function splitMails(mails: readonly SentMail[], teamEmail: string): [SentMail[], SentMail[]] {
  const team = addressIn(teamEmail);
  return [
    mails.filter(({ to }) => addressIn(to) === team),
    mails.filter(({ to }) => addressIn(to) !== team),
  ];
}

function addressIn(text: string): string {
  return (ANGLE_ADDRESS.exec(text)?.[1] ?? text).trim().toLowerCase();
}
