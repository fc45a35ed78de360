import { checkLive } from "./check-live.ts";
import {
  checkAdvertiser,
  checkDatabase,
  checkMail,
  checkPaymentProvider,
  checkRedis,
  checkTexts,
} from "./check-services.ts";
import { checkSettings, usable } from "./check-settings.ts";
import {
  checkAlertAddress,
  checkAlertChannel,
  checkProviders,
  checkSignIn,
} from "./check-sign-in.ts";
import type { Finding } from "./finding.ts";
import type { Given } from "./target.ts";

/** Judges the settings, and asks every service with the keys that are right in form. Nothing is changed anywhere. */
export async function examine(given: Given): Promise<Finding[]> {
  const edge = usable("edge", given.edge);
  const worker = usable("worker", given.worker);
  const found = await Promise.all([
    checkDatabase(edge, worker),
    checkRedis(edge, worker),
    checkPaymentProvider(edge, worker),
    checkMail(worker),
    checkTexts(worker),
    checkAdvertiser(worker),
    checkProviders(edge),
    checkAlertChannel(worker),
  ]);
  return [
    ...checkSettings(given),
    ...checkSignIn(given),
    ...checkAlertAddress(given),
    ...found.flat(),
  ];
}

/** The same, and what runs. */
export async function examineAll(given: Given): Promise<Finding[]> {
  const found = await Promise.all([examine(given), checkLive(given)]);
  return found.flat();
}
