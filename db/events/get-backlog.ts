import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";

const Backlog = z.object({
  open: z.coerce.number(),
  oldestOpenS: z.coerce.number(),
  deadLetteredEffects: z.coerce.number(),
});

/** Counts open events and failed effects; an event that was dead-lettered without effects counts as one. */
export function getBacklog(db: Db): Promise<z.infer<typeof Backlog>> {
  return oneRowOf(db, Backlog)`select
      (select count(*) from ${outboxEvents} where completed_at is null and dead_lettered_at is null) as open,
      (select coalesce(extract(epoch from now() - min(occurred_at)), 0) from ${outboxEvents}
        where completed_at is null and dead_lettered_at is null) as oldest_open_s,
      (select count(*) from ${eventEffects} where status = 'dead_lettered')
        + (select count(*) from ${outboxEvents} event where event.dead_lettered_at is not null and not exists (
          select from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead_lettered'
        )) as dead_lettered_effects`;
}
