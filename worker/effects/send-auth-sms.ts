import { COMPANY } from "#contracts/company.ts";
import type { AuthSms } from "#contracts/events/accounts.ts";
import { spanInWords } from "#contracts/spans.ts";
import { lifetimeS } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { Effect } from "../pipeline/effect.ts";
import { SmsRejected } from "../ports/sms-sender.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

export const sendAuthSms = (deps: EffectDeps): Effect<"AuthSmsRequested"> => ({
  queue: "sms",
  repeatMayDuplicate: true,
  async run(event) {
    const { codeId, text, channel } = event.data;
    const code = await deps.findSmsCode(codeId);
    if (code === null) return skipped("replaced_or_used");
    if (Date.parse(code.expiresAt) <= deps.now().getTime()) return skipped("expired");
    if (deps.smsSender === null) throw new SmsRejected("no transport is configured");
    const digits = deps.codes.code(code.id, code.codeLength);
    const { externalId } = await deps.smsSender.send({
      to: code.phone,
      channel,
      code: digits,
      body: smsText(text, { code: digits, validForS: lifetimeS(code), siteUrl: deps.siteUrl }),
      eventId: event.id,
    });
    return { externalId, facts: { text, channel } };
  },
});

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
