import { DAY_MS, MINUTE_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { announceEnquiries, findDigestEnd } from "#db/enquiries/announce-enquiries.ts";
import type { Schedule } from "./schedule.ts";

/** An enquiry is written some time after the time that the edge gives it. */
const SETTLED_MS = MINUTE_MS;
/** Before the first digest, and after a long outage. */
const LOOK_BACK_MS = 7 * DAY_MS;

export function mailEnquiryDigest(deps: {
  db: Db;
  makeId: MakeId;
  now: () => Date;
  teamMailsPerHour: number;
}): Schedule {
  const context = { ...deps, correlationId: null };
  return {
    pattern: "0 * * * *",
    async run() {
      const { db, now, teamMailsPerHour } = deps;
      const untilMs = now().getTime() - SETTLED_MS;
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
