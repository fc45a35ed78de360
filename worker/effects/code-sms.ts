import { COMPANY } from "#contracts/company.ts";
import type { AuthSms } from "#contracts/events/accounts.ts";
import { spanInWords } from "#contracts/spans.ts";

const PURPOSES: Readonly<Record<AuthSms, string>> = {
  "confirm-sign-up": "to confirm your number",
  "sign-in": "to sign in",
  "phone-change": "to confirm your new number",
  reauthentication: "to confirm it's you",
  factor: "to finish signing in",
};

/**
 * Fits one SMS. The last line binds the code to the site's domain, so that phones offer it only
 * there.
 *
 * @param validForS seconds
 */
export function smsText(
  kind: AuthSms,
  { code, validForS, siteUrl }: { code: string; validForS: number; siteUrl: string },
): string {
  return [
    `${code} is your ${COMPANY.name} code ${PURPOSES[kind]}. It expires in ${spanInWords(validForS)}. Don't share it with anyone.`,
    "",
    `@${new URL(siteUrl).hostname} #${code}`,
  ].join("\n");
}
