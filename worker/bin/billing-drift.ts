import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { readArguments } from "#db/bin/arguments.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS } from "#db/bin/target.ts";
import { connectDatabase } from "#db/connect.ts";
import { createStripe } from "#db/stripe/client.ts";
import { checkDrift } from "../billing/drift-check.ts";

// `npm run billing:drift`: the running worker then syncs customers that differ.

await runCommand(async () => {
  const { flags } = readArguments(TARGET_OPTIONS);
  const settings = readSettings(flags, ["DATABASE_URL", "STRIPE_SECRET_KEY"]);
  const { db, close } = connectDatabase(settings.DATABASE_URL, {
    max: 4,
    applicationName: "tidepost-billing-drift",
    onError: () => undefined,
  });
  try {
    const { customers, drifted, unknown } = await checkDrift({
      db,
      stripe: createStripe(settings),
      makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
      now: () => new Date(),
      wait: delay,
      onUnknown: (id) => print(`${id} belongs to nobody whom we know.`),
    });
    print(
      `${customers} customers compared, ${drifted} differ and are read again, ${unknown} subscriptions of others.`,
    );
  } finally {
    await close();
  }
});
