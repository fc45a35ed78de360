import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS } from "#db/bin/target.ts";
import { connectDatabase } from "#db/connect.ts";
import { createStripe } from "#db/stripe/client.ts";
import { announcePriceChanges } from "./announce-price-changes.ts";

// `npm run billing:reprice`: lists who pays an old price; with `--yes`, announces the new one.

await runCommand(async () => {
  const { values: flags } = parseArgs({
    options: {
      ...TARGET_OPTIONS,
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
  });
  const isDryRun = flags["dry-run"] || !flags.yes;
  const settings = readSettings(flags, ["DATABASE_URL", "STRIPE_SECRET_KEY"]);
  const { db, close } = connectDatabase(settings.DATABASE_URL, {
    max: 1,
    applicationName: "tidepost-reprice",
    onError: () => undefined,
  });
  try {
    const announced = await announcePriceChanges({
      db,
      stripe: createStripe(settings),
      makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
      now: () => new Date(),
      isDryRun,
      print,
    });
    print(
      isDryRun
        ? `${announced} would be mailed. Nobody was: say --yes.`
        : `${announced} are mailed. The worker moves each before the payment of the date above.`,
    );
  } finally {
    await close();
  }
});
