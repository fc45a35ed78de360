import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { createStripe } from "#db/stripe/client.ts";
import { announcePriceChanges } from "./announce-price-changes.ts";

// `npm run billing:reprice`: lists who pays an old price; with `--yes`, announces the new one.

const say = (line: string) => void process.stdout.write(`${line}\n`);
const { values: flags } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
  },
});
const isDryRun = flags["dry-run"] || !flags.yes;
const databaseUrl = process.env["DATABASE_URL"];
const stripe = createStripe({
  STRIPE_SECRET_KEY: process.env["STRIPE_SECRET_KEY"],
  STRIPE_API_BASE: process.env["STRIPE_API_BASE"],
});
if (databaseUrl === undefined || stripe === null) {
  process.stderr.write("DATABASE_URL or STRIPE_SECRET_KEY is missing.\n");
  process.exitCode = 1;
} else {
  const { db, close } = connectDatabase(databaseUrl, {
    max: 1,
    applicationName: "tidepost-reprice",
    onError: () => undefined,
  });
  const announced = await announcePriceChanges({
    db,
    stripe,
    makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
    now: () => new Date(),
    isDryRun,
    say,
  });
  await close();
  say(
    isDryRun
      ? `${announced} would be mailed. Nobody was: say --yes.`
      : `${announced} are mailed. The worker moves each before the payment of the date above.`,
  );
}
