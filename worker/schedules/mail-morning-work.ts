import { isBusinessDay, londonTime } from "#contracts/due-times.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { getMorningWork, hasWork } from "#db/ops/get-morning-work.ts";
import { listOperators } from "#db/ops/list-operators.ts";
import { recordMorningWork } from "#db/ops/record-morning-work.ts";
import { forEach } from "../for-each.ts";
import type { Schedule } from "./schedule.ts";

const FROM = "08:30:00";

/** On business days, to each account manager who has something to do, and to the team about customers without one. */
export function mailMorningWork(deps: { db: Db; makeId: MakeId; now: () => Date }): Schedule {
  const { db } = deps;
  const context = { ...deps, correlationId: null };
  const actor = { kind: "system", name: "morning work" } as const;
  return {
    // Half past eight in London, in winter and in summer: the earlier run in winter does nothing, the later one in summer repeats nothing.
    pattern: "30 7,8 * * *",
    async run() {
      const now = deps.now();
      const { day, time } = londonTime(now.getTime());
      if (!isBusinessDay(day) || time < FROM) return { mails: 0 };
      const managers = (await listOperators(db)).filter(({ customers }) => customers > 0);
      let mails = 0;
      await forEach(
        [...managers.map(({ userId }) => userId), null],
        async (managerId) => {
          const work = await getMorningWork(db, { managerId, day, now: now.toISOString() });
          if (!hasWork(work)) return;
          const event = newEvent(context, "MorningWorkListed", actor, { managerId, day });
          mails += Number(await recordMorningWork(db, event));
        },
        (managerId) => managerId ?? "team",
      );
      return { mails };
    },
  };
}
