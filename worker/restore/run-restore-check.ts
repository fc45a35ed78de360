import { randomBytes } from "node:crypto";
import { ID_RANDOM_BYTES, type MakeId, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { openLocks } from "#db/locks.ts";
import { createMaterialStore } from "../adapters/material-store.ts";
import { createFindSent } from "../adapters/resend.ts";
import { assembleEffects } from "../assemble-effects.ts";
import { readWorkerConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { noticeSchedules } from "../schedules/notices.ts";
import { checkRestore, type Finding } from "./check-restore.ts";

/** @throws {Error} with one sentence, without a Stripe key or for a database that is in use */
export async function runRestoreCheck(
  settings: Readonly<Record<string, string>>,
  restoredTo: Date,
): Promise<readonly Finding[]> {
  const config = readWorkerConfig(settings);
  const onError = () => undefined;
  const database = connectDatabase(config.DATABASE_URL, {
    max: 4,
    applicationName: "tidepost-restore-check",
    onError,
  });
  const locks = openLocks(config.DATABASE_URL, { onError });
  const { db } = database;
  const now = () => new Date();
  const newId: MakeId = (kind) => makeId(kind, now().getTime(), randomBytes(ID_RANDOM_BYTES));
  try {
    const { effects, effectDeps, stripe } = assembleEffects({
      config,
      db,
      locks,
      log: createLog("silent"),
      now,
      makeId: newId,
    });
    if (stripe === null) throw new Error("STRIPE_SECRET_KEY is missing: Stripe knows who paid.");
    return await checkRestore({
      db,
      stripe,
      stripeActions: effectDeps.stripeActions,
      store: createMaterialStore({ apiUrl: config.API_URL, secret: config.AUTH_CODE_SECRET, now }),
      effects,
      schedules: noticeSchedules({
        db,
        makeId: newId,
        now,
        teamMailsPerHour: config.TEAM_MAILS_PER_HOUR,
      }),
      findSent:
        config.MAIL_TRANSPORT === "resend" && config.RESEND_API_KEY !== undefined
          ? createFindSent({ apiKey: config.RESEND_API_KEY, baseUrl: config.RESEND_BASE_URL })
          : null,
      makeId: newId,
      now,
      restoredTo,
    });
  } finally {
    await locks.close();
    await database.close();
  }
}
