import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { createStripe } from "#db/stripe/client.ts";
import { checkDrift } from "./drift-check.ts";

// `npm run billing:drift`: the running worker then syncs customers that differ.

const databaseUrl = process.env["DATABASE_URL"];
const stripe = createStripe({
  STRIPE_SECRET_KEY: process.env["STRIPE_SECRET_KEY"],
  STRIPE_API_BASE: process.env["STRIPE_API_BASE"],
});
if (databaseUrl === undefined || stripe === null) {
  process.stderr.write(
    "DATABASE_URL or STRIPE_SECRET_KEY is missing: what is compared with what?\n",
  );
  process.exitCode = 1;
} else {
  const { db, close } = connectDatabase(databaseUrl, {
    max: 4,
    applicationName: "tidepost-billing-drift",
    onError: () => undefined,
  });
  const { customers, drifted, unknown } = await checkDrift({
    db,
    stripe,
    makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
    now: () => new Date(),
    wait: delay,
    onUnknown: (id) => process.stdout.write(`${id} belongs to nobody whom we know.\n`),
  });
  await close();
  process.stdout.write(
    `${customers} customers compared, ${drifted} differ and are read again, ${unknown} subscriptions of others.\n`,
  );
}
