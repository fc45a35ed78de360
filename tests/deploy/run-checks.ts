import { checkDatabase } from "./check-database.ts";
import { checkLive } from "./check-live.ts";
import { checkClaims, checkCompany } from "./check-production.ts";
import type { CheckResult } from "./check-result.ts";
import { checkMail, checkMeta, checkRedis, checkTwilio } from "./check-services.ts";
import { checkSettings, usableSettings } from "./check-settings.ts";
import { checkAlertChannel, checkProviders, checkSignIn } from "./check-sign-in.ts";
import { checkStripe } from "./check-stripe.ts";
import type { PartSettings } from "./part-settings.ts";

/** Checks settings, then every service with the keys that are well-formed. Changes nothing. */
export async function checkBeforeDeploy(given: PartSettings): Promise<CheckResult[]> {
  const edge = usableSettings("edge", given.edge);
  const worker = usableSettings("worker", given.worker);
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
  return [
    ...checkSettings(given),
    ...checkSignIn(given),
    ...(given.target === "production"
      ? [...checkCompany(), ...checkClaims(given.site, new Date())]
      : []),
    ...found.flat(),
  ];
}

/** Checks the deployed parts, too. */
export async function checkEverything(given: PartSettings): Promise<CheckResult[]> {
  const found = await Promise.all([checkBeforeDeploy(given), checkLive(given)]);
  return found.flat();
}
