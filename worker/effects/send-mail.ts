import type { Mail, Mailer } from "../mail/mailer.ts";
import type { EffectResult } from "./effect.ts";

export async function sendMail(
  mailer: Mailer,
  mail: Mail,
  idempotencyKey: string,
  facts: EffectResult["facts"] = {},
): Promise<EffectResult> {
  const { externalId } = await mailer.send(mail, idempotencyKey);
  return { externalId, facts: { template: mail.template, ...facts } };
}
