import type { EffectResult } from "../pipeline/effect.ts";
import type { Mail, Mailer } from "../ports/mailer.ts";
import { skipped } from "./effect-deps.ts";

export async function sendMail(
  mailer: Mailer,
  mail: Mail,
  idempotencyKey: string,
  facts: EffectResult["facts"] = {},
): Promise<EffectResult> {
  const { externalId, withheld, isProbablySent } = await mailer.send(mail, idempotencyKey);
  if (withheld !== undefined) return skipped(`address_${withheld}`);
  const outcome = isProbablySent === true ? { outcome: "probably_sent" } : {};
  return { externalId, facts: { template: mail.template, ...facts, ...outcome } };
}
