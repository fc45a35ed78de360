import { describe, expect, test } from "vitest";
import { makeEnquiry } from "./enquiries.ts";
import { checkResponses, checkOutcome, checkCompleteness, type Records } from "./judge.ts";
import type { Attempt } from "./visitors.ts";

const TEAM = "Team <team@tidepost.example>";
const ENQUIRIES = [makeEnquiry(0), makeEnquiry(1)];
const [FIRST, SECOND] = ENQUIRIES.map((enquiry) => enquiry.idempotencyKey);
const EFFECTS = ["team-mail", "auto-reply", "audit"];

const accepted = (id: string, status = 201): Attempt => ({
  sentMs: 0,
  endedMs: 5,
  outcome: "row",
  status,
  id,
  wasHeard: true,
});
const refused = (status: number, code: string | null): Attempt => ({
  sentMs: 0,
  endedMs: 5,
  outcome: "refusal",
  status,
  code,
});
const unanswered: Attempt = { sentMs: 100, endedMs: 200, outcome: "silence", reason: "reset" };

function allWell() {
  const records: Records = {
    submissions: ENQUIRIES.map(({ idempotencyKey, email }, index) => ({
      id: `sub_${index}`,
      idempotencyKey,
      email,
    })),
    events: ENQUIRIES.map((_, index) => ({
      id: `evt_${index}`,
      type: "ContactSubmitted",
      submissionId: `sub_${index}`,
      publishCount: 1,
      occurredMs: 0,
      state: "completed",
    })),
    effects: ENQUIRIES.flatMap((_, index) =>
      EFFECTS.map((effect) => ({ eventId: `evt_${index}`, effect, status: "done" })),
    ),
    audits: ENQUIRIES.flatMap((_, index) =>
      EFFECTS.map((effect) => ({ eventId: `evt_${index}`, action: `effect.${effect}` })),
    ),
  };
  return {
    enquiries: ENQUIRIES,
    attempts: new Map(
      ENQUIRIES.map(({ idempotencyKey }, index) => [idempotencyKey, [accepted(`sub_${index}`)]]),
    ),
    records,
    mails: ENQUIRIES.flatMap(({ email }) => [
      { to: TEAM, replyTo: email },
      { to: email, replyTo: "hello@tidepost.example" },
    ]),
    teamEmail: TEAM,
  };
}

function withRecords(change: (records: Records) => Partial<Records>) {
  const well = allWell();
  return { ...well, records: { ...well.records, ...change(well.records) } };
}

const kindsOf = (violations: readonly { kind: string; about: string }[]) =>
  violations.map(({ kind, about }) => [kind, about]);

describe("outcome", () => {
  test("everything exists once: no error", () => {
    expect(checkOutcome(allWell())).toEqual([]);
  });

  test.each<[string, ReturnType<typeof allWell>]>([
    ["row", withRecords(({ submissions }) => ({ submissions: submissions.slice(1) }))],
    ["event", withRecords(({ events }) => ({ events: events.slice(1) }))],
    [
      "completed event",
      withRecords(({ events }) => ({
        events: events.map((event, index) => (index === 0 ? { ...event, state: "open" } : event)),
      })),
    ],
    ["done effect", withRecords(({ effects }) => ({ effects: effects.slice(1) }))],
    [
      "effect that is settled",
      withRecords(({ effects }) => ({
        effects: effects.map((effect, index) =>
          index === 0 ? { ...effect, status: "dead" } : effect,
        ),
      })),
    ],
    ["audit row", withRecords(({ audits }) => ({ audits: audits.slice(1) }))],
    ["mail to the team", { ...allWell(), mails: allWell().mails.slice(1) }],
    ["auto-reply", { ...allWell(), mails: allWell().mails.toSpliced(1, 1) }],
  ])("accepted enquiry without its %s: reported", (_, seen) => {
    expect(kindsOf(checkOutcome(seen))).toEqual([["lost", FIRST]]);
  });

  test.each<[string, ReturnType<typeof allWell>]>([
    [
      "row",
      withRecords(({ submissions }) => ({
        submissions: [...submissions, ...submissions.slice(1)],
      })),
    ],
    ["event", withRecords(({ events }) => ({ events: [...events, ...events.slice(1)] }))],
    ["mail", { ...allWell(), mails: [...allWell().mails, ...allWell().mails.slice(3)] }],
  ])("enquiry with a second %s: reported", (_, seen) => {
    expect(kindsOf(checkOutcome(seen))).toEqual([["duplicated", SECOND]]);
  });

  test("second audit row: reported", () => {
    const seen = withRecords(({ audits }) => ({ audits: [...audits, ...audits.slice(5)] }));
    expect(kindsOf(checkOutcome(seen))).toContainEqual(["duplicated", SECOND]);
  });

  test("enquiry that was never accepted: reported", () => {
    const seen = allWell();
    seen.attempts.set(FIRST ?? "", [refused(503, "unavailable")]);
    expect(kindsOf(checkOutcome(seen))).toEqual([["wrong", FIRST]]);
  });

  test("row answered under another id: reported", () => {
    const seen = allWell();
    seen.attempts.set(FIRST ?? "", [accepted("sub_9")]);
    expect(kindsOf(checkOutcome(seen))).toEqual([["wrong", FIRST]]);
  });

  test("email without an enquiry: reported", () => {
    const seen = allWell();
    const stray = { to: "stranger@elsewhere.example", replyTo: null };
    expect(kindsOf(checkOutcome({ ...seen, mails: [...seen.mails, stray] }))).toEqual([
      ["wrong", "stranger@elsewhere.example"],
    ]);
  });
});

describe("responses", () => {
  const judge = (attempts: Attempt[], absences = [{ fromMs: 0, toMs: 150 }]) =>
    checkResponses(new Map([["key", attempts]]), absences).map(({ sentence }) => sentence);

  test("clear errors, lost responses, then the row, repeatedly: no error", () => {
    expect(
      judge([refused(503, "unavailable"), unanswered, accepted("sub_1"), accepted("sub_1", 200)]),
    ).toEqual([]);
  });

  test("two ids for one key: reported", () => {
    expect(judge([accepted("sub_1"), accepted("sub_2", 200)])).toHaveLength(1);
  });

  test("two creations for one key: reported", () => {
    expect(judge([accepted("sub_1"), accepted("sub_1")])).toHaveLength(1);
  });

  test.each([
    [500, "internal"],
    [503, null],
    [429, "rate_limited"],
  ])("status %i with code %s: reported", (status, code) => {
    expect(judge([refused(status, code)])).toHaveLength(1);
  });

  test("missing response while the edge runs: reported", () => {
    expect(judge([unanswered], [{ fromMs: 250, toMs: 300 }])).toHaveLength(1);
  });
});

describe("database rows", () => {
  test("every row with its event: complete", () => {
    expect(checkCompleteness(allWell().records)).toEqual([]);
  });

  test("row without event or event without row: reported", () => {
    const { records } = allWell();
    const { submissions, events } = records;
    const halves = { submissions: submissions.slice(1), events: events.slice(0, 1) };
    expect(checkCompleteness({ ...records, ...halves })).toHaveLength(2);
  });
});
