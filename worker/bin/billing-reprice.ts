import { randomBytes } from "node:crypto";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { readArguments } from "#db/bin/arguments.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS } from "#db/bin/target.ts";
import { connectDatabase } from "#db/connect.ts";
import { createStripe } from "#db/stripe/client.ts";
import { announcePriceChanges } from "../billing/announce-price-changes.ts";

// `npm run billing:reprice`: lists who pays an earlier price; with `--yes`, announces the new one.

const ID = /^(?:sub|cus|price)_\w+$/;

function parseIds(flag: string, given: readonly string[]): string[] {
  const ids = given.flatMap((text) => text.split(","));
  const wrong = ids.find((id) => !ID.test(id));
  if (wrong === undefined) return ids;
  throw new Error(`--${flag} takes Stripe's ids of subscriptions, customers or prices: ${wrong}`);
}

await runCommand(async () => {
  const { flags } = readArguments({
    ...TARGET_OPTIONS,
    "dry-run": "flag",
    yes: "flag",
    only: "texts",
    except: "texts",
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
      only: parseIds("only", flags.only),
      except: parseIds("except", flags.except),
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
