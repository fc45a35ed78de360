import { checkDatabase } from "./check-database.ts";
import { checkLive } from "./check-live.ts";
import type { CheckResult } from "./check-result.ts";
import { checkMail, checkMeta, checkRedis, checkTwilio } from "./check-services.ts";
import { checkSettings, isUsable } from "./check-settings.ts";
import { checkAlertChannel, checkProviders, checkSignIn } from "./check-sign-in.ts";
import { checkStripe } from "./check-stripe.ts";
import type { Given } from "./target.ts";

/** Checks settings, then every service with the keys that are well-formed. Changes nothing. */
export async function runCheck(given: Given): Promise<CheckResult[]> {
  const edge = isUsable("edge", given.edge);
  const worker = isUsable("worker", given.worker);
  const found = await Promise.all([
    checkDatabase(edge, worker),
    checkRedis(edge, worker),
    checkStripe(edge, worker),
    checkMail(edge, worker),
    checkTwilio(worker),
    checkMeta(worker),
    checkProviders(edge),
    checkAlertChannel(worker),
  ]);
  return [...checkSettings(given), ...checkSignIn(given), ...found.flat()];
}

export async function runChecks(given: Given): Promise<CheckResult[]> {
  const found = await Promise.all([runCheck(given), checkLive(given)]);
  return found.flat();
}
