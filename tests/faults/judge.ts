import type { Enquiry } from "./enquiries.ts";
import type { Attempt } from "./visitors.ts";

export interface Records {
  readonly submissions: readonly {
    readonly id: string;
    readonly idempotencyKey: string;
    readonly email: string;
  }[];
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly submissionId: string;
    readonly publishCount: number;
    readonly occurredMs: number;
    readonly state: "open" | "completed" | "dead";
  }[];
  readonly effects: readonly {
    readonly eventId: string;
    readonly effect: string;
    readonly status: string;
  }[];
  readonly audits: readonly { readonly eventId: string | null; readonly action: string }[];
}

export interface CheckedMail {
  readonly to: string;
  readonly replyTo: string | null;
}

export interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Violation {
  readonly kind: "lost" | "duplicated" | "wrong";
  readonly about: string;
  readonly sentence: string;
}

const EFFECTS = ["team-mail", "auto-reply", "audit"] as const;
const MARKED_ADDRESS = /<([^>]+)>/;

/**
 * Checks responses: one id per key, or a clear error. No response is allowed only while the edge
 * was down.
 */
export function checkResponses(
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  edgeOutages: readonly Outage[],
): Violation[] {
  const violations: Violation[] = [];
  for (const [about, list] of attempts) {
    const wrong = (sentence: string): void => {
      violations.push({ kind: "wrong", about, sentence });
    };
    const rows = list.filter((attempt) => attempt.outcome === "row");
    const ids = new Set(rows.map((row) => row.id));
    if (ids.size > 1) wrong(`one key was answered with ${ids.size} ids`);
    if (rows.filter((row) => row.status === 201).length > 1) wrong("was answered 201 twice");
    for (const attempt of list) {
      const tookMs = Math.round(attempt.endedMs - attempt.sentMs);
      switch (attempt.outcome) {
        case "row":
          if (attempt.status !== 200 && attempt.status !== 201) {
            wrong(`was answered ${attempt.status} with a row`);
          }
          break;
        case "refusal":
          if (attempt.status !== 503 || attempt.code !== "unavailable") {
            wrong(`was refused with ${attempt.status} and code ${attempt.code ?? "none"}`);
          }
          break;
        case "silence":
          if (!edgeOutages.some((absence) => overlaps(attempt, absence))) {
            wrong(`got no answer in ${tookMs} ms from a living edge: ${attempt.reason}`);
          }
          break;
      }
    }
  }
  return violations;
}

/** Finds enquiries without an event and events without an enquiry. */
export function checkCompleteness({ submissions, events }: Records): Violation[] {
  const told = new Set(events.map((event) => event.submissionId));
  const kept = new Set(submissions.map((submission) => submission.id));
  return [
    ...submissions
      .filter((submission) => !told.has(submission.id))
      .map(({ idempotencyKey }) => breach("lost", idempotencyKey, "was stored without its event")),
    ...events
      .filter((event) => !kept.has(event.submissionId))
      .map(({ id }) => breach("wrong", id, "is an event without its enquiry")),
  ];
}

/**
 * Checks the final state: each accepted enquiry has one row, one completed event, one of each
 * email, and one audit row
 * for each effect.
 */
export function checkOutcome(seen: {
  enquiries: readonly Enquiry[];
  attempts: ReadonlyMap<string, readonly Attempt[]>;
  records: Records;
  mails: readonly CheckedMail[];
  teamEmail: string;
}): Violation[] {
  const { records } = seen;
  const submissions = Map.groupBy(records.submissions, (row) => row.idempotencyKey);
  const events = Map.groupBy(records.events, (event) => event.submissionId);
  const effects = Map.groupBy(records.effects, (effect) => effect.eventId);
  const audits = Map.groupBy(records.audits, (audit) => audit.eventId ?? "");
  const teamMails = new Map<string, number>();
  const replies = new Map<string, number>();
  for (const mail of seen.mails) {
    const toTeam = addressIn(mail.to) === addressIn(seen.teamEmail);
    const counts = toTeam ? teamMails : replies;
    const email = toTeam ? addressIn(mail.replyTo ?? "") : addressIn(mail.to);
    counts.set(email, (counts.get(email) ?? 0) + 1);
  }

  const violations: Violation[] = [];
  for (const { idempotencyKey: about, email } of seen.enquiries) {
    const expectOne = (count: number, what: string): void => {
      if (count === 0) violations.push(breach("lost", about, `has no ${what}`));
      if (count > 1) violations.push(breach("duplicated", about, `has ${count} of: ${what}`));
    };
    const answered = (seen.attempts.get(about) ?? []).find((attempt) => attempt.outcome === "row");
    if (answered === undefined) {
      violations.push(
        breach("wrong", about, "was never accepted, also when sent again at the end"),
      );
      continue;
    }
    const rows = submissions.get(about) ?? [];
    expectOne(rows.length, "row");
    const [row] = rows;
    if (row === undefined) continue;
    if (row.id !== answered.id) {
      violations.push(breach("wrong", about, "was stored under another id than answered"));
    }
    const told = events.get(row.id) ?? [];
    expectOne(told.length, "event");
    const [event] = told;
    if (event === undefined) continue;
    if (event.type !== "ContactSubmitted") {
      violations.push(breach("wrong", about, `has an event of type ${event.type}`));
    }
    if (event.state !== "completed") {
      violations.push(breach("lost", about, `has an event that is ${event.state}`));
    }
    expectOne(teamMails.get(email) ?? 0, "mail to the team");
    expectOne(replies.get(email) ?? 0, "auto-reply");
    const done = (effects.get(event.id) ?? []).filter((effect) => effect.status === "done");
    const audited = audits.get(event.id) ?? [];
    for (const name of EFFECTS) {
      expectOne(done.filter((effect) => effect.effect === name).length, `${name} that is done`);
      const action = `effect.${name}`;
      expectOne(audited.filter((audit) => audit.action === action).length, `audit row ${action}`);
    }
    if (audited.length > EFFECTS.length || (effects.get(event.id)?.length ?? 0) > EFFECTS.length) {
      violations.push(breach("wrong", about, "has effects or audit rows that nobody asked for"));
    }
  }
  const emails = new Set(seen.enquiries.map((enquiry) => enquiry.email));
  for (const address of [...teamMails.keys(), ...replies.keys()]) {
    if (!emails.has(address)) {
      violations.push(breach("wrong", address, "got a mail about no enquiry of this run"));
    }
  }
  return violations;
}

function breach(kind: Violation["kind"], about: string, sentence: string): Violation {
  return { kind, about, sentence };
}

function overlaps(attempt: Attempt, absence: Outage): boolean {
  return attempt.sentMs <= absence.toMs && attempt.endedMs >= absence.fromMs;
}

function addressIn(text: string): string {
  return (MARKED_ADDRESS.exec(text)?.[1] ?? text).trim().toLowerCase();
}
