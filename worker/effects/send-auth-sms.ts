import { lifetimeS } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { Effect } from "../pipeline/effect.ts";
import { SmsRejected } from "../ports/sms-sender.ts";
import { smsText } from "./code-sms.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

export function sendAuthSms(deps: EffectDeps): Effect<"AuthSmsRequested"> {
  return {
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
  };
}
