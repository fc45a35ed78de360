import { daysOffAfter, isBusinessDay, londonTime } from "#contracts/due-times.ts";
import { DAY_MS, MINUTE_MS } from "#contracts/durations.ts";
import { listExpiringCards, listOverduePayments } from "#db/billing/find-due-notices.ts";
import { recordCardExpiryNotice, recordPaymentReminder } from "#db/billing/record-notices.ts";
import { announceComments } from "#db/content/change-comments.ts";
import { announceDecisions } from "#db/content/change-decisions.ts";
import { listDueComments } from "#db/content/find-comments.ts";
import { listDueDecisions } from "#db/content/find-decisions.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import { announceEnquiries, findDigestEnd } from "#db/enquiries/announce-enquiries.ts";
import { listOperators } from "#db/ops/find-operators.ts";
import { getMorningWork, getWeekendWork, hasWork } from "#db/ops/find-team-work.ts";
import { recordWorkList } from "#db/ops/record-work-list.ts";
import { forEach, forEachDue } from "../for-each.ts";
import { systemEvent } from "../system-event.ts";
import type { Schedule, ScheduleDeps } from "./schedule.ts";

/** Comments written within this time share one email. */
const COMMENTS_WAIT_MS = 10 * MINUTE_MS;

export const mailComments = (deps: ScheduleDeps): Schedule => ({
  pattern: "* * * * *",
  async run() {
    const before = new Date(deps.now().getTime() - COMMENTS_WAIT_MS).toISOString();
    const announced = await forEachDue(
      (limit) => listDueComments(deps.db, { before, limit }),
      (row) =>
        announceComments(
          deps.db,
          systemEvent(deps, "comments", "CommentsAnnounced", { ...ownerFactsOf(row), by: row.by }),
        ),
      (row) => String(row.userId ?? row.enquiryId),
    );
    return { announced };
  },
});

/** One email for all decisions of a person, this long after the last one. */
const DECISIONS_QUIET_MS = 10 * MINUTE_MS;

export const mailDecisions = (deps: ScheduleDeps): Schedule => ({
  pattern: "* * * * *",
  async run() {
    const before = new Date(deps.now().getTime() - DECISIONS_QUIET_MS).toISOString();
    const announced = await forEachDue(
      (limit) => listDueDecisions(deps.db, { before, limit }),
      (row) => {
        const by = row.decidedBy === null ? "owner" : "approver";
        const facts = { ...ownerFactsOf(row), by } as const;
        return announceDecisions(
          deps.db,
          row,
          systemEvent(deps, "decisions", "DecisionsAnnounced", facts),
        );
      },
      (row) => String(row.userId ?? row.enquiryId),
    );
    return { announced };
  },
});

/** An enquiry is written some time after the time that the edge gives it. */
const WRITE_MS = MINUTE_MS;
/** Bounds the first digest, and one after a long outage. */
const LOOK_BACK_MS = 7 * DAY_MS;

export const mailEnquiryDigest = (deps: ScheduleDeps & { teamMailsPerHour: number }): Schedule => ({
  pattern: "0 * * * *",
  async run() {
    const { db, now, teamMailsPerHour } = deps;
    const untilMs = now().getTime() - WRITE_MS;
    const since = (await findDigestEnd(db)) ?? new Date(untilMs - LOOK_BACK_MS).toISOString();
    const until = new Date(untilMs).toISOString();
    const event = systemEvent(deps, "enquiries", "EnquiriesDigested", { since, until });
    return { digests: Number(await announceEnquiries(db, event, teamMailsPerHour)) };
  },
});

const MORNING = "08:30:00";
const AFTERNOON = "15:00:00";

/** On business days, to each account manager who has something to do, and to the team about customers without one. */
export const mailMorningWork = (deps: ScheduleDeps): Schedule => ({
  // Half past eight in London, in winter and in summer: the earlier run in winter does nothing, the later one in summer repeats nothing.
  pattern: "30 7,8 * * *",
  run: () =>
    mailWork(deps, MORNING, async ({ managerId, day, now }) =>
      hasWork(await getMorningWork(deps.db, { managerId, day, now })) ? "MorningWorkListed" : null,
    ),
});

/** The same before a weekend or bank holiday, of what is planned for it. */
export const mailWeekendWork = (deps: ScheduleDeps): Schedule => ({
  pattern: "0 14,15 * * *",
  run: () =>
    mailWork(deps, AFTERNOON, async ({ managerId, day }) => {
      const daysOff = daysOffAfter(day);
      return daysOff !== null && hasWork(await getWeekendWork(deps.db, { managerId, ...daysOff }))
        ? "WeekendWorkListed"
        : null;
    }),
});

async function mailWork(
  deps: ScheduleDeps,
  from: string,
  listOf: (of: {
    managerId: string | null;
    day: string;
    now: string;
  }) => Promise<"MorningWorkListed" | "WeekendWorkListed" | null>,
): Promise<{ mails: number }> {
  const { db } = deps;
  const now = deps.now();
  const { day, time } = londonTime(now.getTime());
  let mails = 0;
  if (!isBusinessDay(day) || time < from) return { mails };
  const managers = (await listOperators(db)).filter(({ customers }) => customers > 0);
  await forEach(
    [...managers.map(({ userId }) => userId), null],
    async (managerId) => {
      const type = await listOf({ managerId, day, now: now.toISOString() });
      if (type === null) return;
      const event = systemEvent(deps, "work lists", type, { managerId, day });
      mails += Number(await recordWorkList(db, event));
    },
    (managerId) => managerId ?? "team",
  );
  return { mails };
}

export const recordCardExpiryNotices = (deps: ScheduleDeps): Schedule => ({
  pattern: "10 9 * * *",
  async run() {
    const today = deps.now();
    const month = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 };
    const noticed = await forEachDue(
      (limit) => listExpiringCards(deps.db, { ...month, limit }),
      (data) => recordCardExpiryNotice(deps.db, systemEvent(deps, "cards", "CardExpiring", data)),
      ({ subscriptionId }) => subscriptionId,
    );
    return { noticed };
  },
});

export const recordPaymentReminders = (deps: ScheduleDeps): Schedule => ({
  // British working hours begin, and banks answer the telephone.
  pattern: "20 9 * * *",
  async run() {
    const at = deps.now().toISOString();
    const reminded = await forEachDue(
      (limit) => listOverduePayments(deps.db, { at, limit }),
      (data) =>
        recordPaymentReminder(deps.db, systemEvent(deps, "dunning", "PaymentOverdue", data)),
      ({ orderId }) => orderId,
    );
    return { reminded };
  },
});
