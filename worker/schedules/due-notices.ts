import { daysOffAfter, isBusinessDay, londonTime } from "#contracts/due-times.ts";
import { DAY_MS, MINUTE_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import { listExpiringCards, listOverduePayments } from "#db/billing/find-due-notices.ts";
import { recordCardExpiryNotice, recordPaymentReminder } from "#db/billing/record-notices.ts";
import type { Db } from "#db/client.ts";
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
import type { Schedule } from "./schedule.ts";

type NoticeDeps = { db: Db; makeId: MakeId; now: () => Date };

/** Comments written within this time share one email. */
const COMMENTS_WAIT_MS = 10 * MINUTE_MS;

export function mailComments(deps: NoticeDeps): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "comments" } as const;
  return {
    pattern: "* * * * *",
    async run() {
      const before = new Date(deps.now().getTime() - COMMENTS_WAIT_MS).toISOString();
      const announced = await forEachDue(
        (limit) => listDueComments(deps.db, { before, limit }),
        (row) =>
          announceComments(
            deps.db,
            newEvent(context, "CommentsAnnounced", actor, { ...ownerFactsOf(row), by: row.by }),
          ),
        (row) => String(row.userId ?? row.enquiryId),
      );
      return { announced };
    },
  };
}

/** One email for all decisions of a person, this long after the last one. */
const DECISIONS_QUIET_MS = 10 * MINUTE_MS;

export function mailDecisions(deps: NoticeDeps): Schedule {
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "decisions" } as const;
  return {
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
            newEvent(context, "DecisionsAnnounced", actor, facts),
          );
        },
        (row) => String(row.userId ?? row.enquiryId),
      );
      return { announced };
    },
  };
}

/** An enquiry is written some time after the time that the edge gives it. */
const WRITE_MS = MINUTE_MS;
/** Bounds the first digest, and one after a long outage. */
const LOOK_BACK_MS = 7 * DAY_MS;

export function mailEnquiryDigest(deps: NoticeDeps & { teamMailsPerHour: number }): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "0 * * * *",
    async run() {
      const { db, now, teamMailsPerHour } = deps;
      const untilMs = now().getTime() - WRITE_MS;
      const since = (await findDigestEnd(db)) ?? new Date(untilMs - LOOK_BACK_MS).toISOString();
      const event = newEvent(
        context,
        "EnquiriesDigested",
        { kind: "system", name: "enquiries" },
        { since, until: new Date(untilMs).toISOString() },
      );
      return { digests: Number(await announceEnquiries(db, event, teamMailsPerHour)) };
    },
  };
}

const MORNING = "08:30:00";
const AFTERNOON = "15:00:00";

/** On business days, to each account manager who has something to do, and to the team about customers without one. */
export function mailMorningWork(deps: NoticeDeps): Schedule {
  return {
    // Half past eight in London, in winter and in summer: the earlier run in winter does nothing, the later one in summer repeats nothing.
    pattern: "30 7,8 * * *",
    run: () =>
      mailWork(deps, MORNING, async ({ managerId, day, now }) =>
        hasWork(await getMorningWork(deps.db, { managerId, day, now }))
          ? "MorningWorkListed"
          : null,
      ),
  };
}

/** The same before a weekend or bank holiday, of what is planned for it. */
export function mailWeekendWork(deps: NoticeDeps): Schedule {
  return {
    pattern: "0 14,15 * * *",
    run: () =>
      mailWork(deps, AFTERNOON, async ({ managerId, day }) => {
        const daysOff = daysOffAfter(day);
        return daysOff !== null && hasWork(await getWeekendWork(deps.db, { managerId, ...daysOff }))
          ? "WeekendWorkListed"
          : null;
      }),
  };
}

async function mailWork(
  deps: NoticeDeps,
  from: string,
  listOf: (of: {
    managerId: string | null;
    day: string;
    now: string;
  }) => Promise<"MorningWorkListed" | "WeekendWorkListed" | null>,
): Promise<{ mails: number }> {
  const { db } = deps;
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "work lists" } as const;
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
      mails += Number(await recordWorkList(db, newEvent(context, type, actor, { managerId, day })));
    },
    (managerId) => managerId ?? "team",
  );
  return { mails };
}

export function recordCardExpiryNotices(deps: NoticeDeps): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "10 9 * * *",
    async run() {
      const today = deps.now();
      const month = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 };
      const noticed = await forEachDue(
        (limit) => listExpiringCards(deps.db, { ...month, limit }),
        (data) =>
          recordCardExpiryNotice(
            deps.db,
            newEvent(context, "CardExpiring", { kind: "system", name: "cards" }, data),
          ),
        ({ subscriptionId }) => subscriptionId,
      );
      return { noticed };
    },
  };
}

export function recordPaymentReminders(deps: NoticeDeps): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    // British working hours begin, and banks answer the telephone.
    pattern: "20 9 * * *",
    async run() {
      const at = deps.now().toISOString();
      const reminded = await forEachDue(
        (limit) => listOverduePayments(deps.db, { at, limit }),
        (data) =>
          recordPaymentReminder(
            deps.db,
            newEvent(context, "PaymentOverdue", { kind: "system", name: "dunning" }, data),
          ),
        ({ orderId }) => orderId,
      );
      return { reminded };
    },
  };
}
