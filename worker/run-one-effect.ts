import { randomBytes } from "node:crypto";
import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { listEventsById } from "#db/events/list-events-by-id.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { openLocks } from "#db/locks.ts";
import { assembleEffects } from "./assemble-effects.ts";
import { readWorkerConfig } from "./config.ts";
import { createLog } from "./log.ts";
import type { Effect } from "./pipeline/effect.ts";
import { effectsOf } from "./pipeline/run-effect.ts";

type Wanted = {
  readonly eventId: string;
  readonly effect: string | undefined;
  readonly print: (line: string) => void;
};

/**
 * Runs an effect outside the queue, and writes nothing about it.
 *
 * @returns whether it came to its end
 * @throws {Error} with one sentence, when there is no such event or effect
 */
export async function runOneEffect(
  settings: Readonly<Record<string, string>>,
  { eventId, effect: wanted, print }: Wanted,
): Promise<boolean> {
  const config = readWorkerConfig(settings);
  const onError = (error: Error) => print(error.message);
  const database = connectDatabase(config.DATABASE_URL, {
    max: 2,
    applicationName: "tidepost-effect",
    onError,
  });
  const locks = openLocks(config.DATABASE_URL, { onError });
  try {
    const [row] = await listEventsById(database.db, [eventId]);
    if (row === undefined) throw new Error(`The database has no event ${eventId}.`);
    const event = DomainEvent.parse(toDomainShape(row));
    const now = () => new Date();
    const { effects } = assembleEffects({
      config,
      db: database.db,
      locks,
      log: createLog(config.LOG_LEVEL),
      now,
      makeId: (kind) => makeId(kind, now().getTime(), randomBytes(ID_RANDOM_BYTES)),
    });
    const ofEvent = effectsOf(effects, event.type);
    const names = Object.keys(ofEvent).filter((name) => ofEvent[name]?.queue !== null);
    const effect = wanted === undefined ? undefined : ofEvent[wanted];
    if (wanted === undefined || effect === undefined || effect.queue === null) {
      const others = Object.keys(ofEvent).filter((name) => !names.includes(name));
      print(
        `${event.type} ${eventId} has the effects ${names.join(", ") || "(none)"}; ${others.join(", ") || "nothing else"} ran when they were created.`,
      );
      return wanted === undefined;
    }
    if (effect.when?.(event) === false) print("The worker would not have created this effect.");
    return await run(effect, { event, print, key: `${eventId}_${now().getTime()}/${wanted}` });
  } finally {
    await locks.close();
    await database.close();
  }
}

async function run(
  effect: Effect<EventType>,
  { event, key, print }: { event: DomainEvent; key: string; print: (line: string) => void },
): Promise<boolean> {
  const startedMs = performance.now();
  try {
    const { externalId, facts } = await effect.run(event, key);
    print(JSON.stringify({ externalId, facts, ms: Math.round(performance.now() - startedMs) }));
    return true;
  } catch (error) {
    print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return false;
  }
}
