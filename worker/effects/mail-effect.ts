import type { SharedEffect } from "../pipeline/effect.ts";
import { MAIL_PRIORITY } from "../pipeline/queues.ts";
import type { Mail } from "../ports/mailer.ts";
import { type EffectDeps, skipped, type SkipReason } from "./effect-deps.ts";

/** What every mail has from the settings and from its event. */
type Origin = Pick<EffectDeps, "siteUrl" | "opsUrl" | "apiUrl"> & { correlationId: string };

/** A mail, with the name of its text where one template has many; else the reason why there is none. */
type Composed = Mail | { mail: Mail; kind: string } | SkipReason;

/** An effect that sends the mail that `compose` makes of its event. */
export function mailEffect<E extends { correlationId: string }>(
  deps: EffectDeps,
  priority: keyof typeof MAIL_PRIORITY,
  compose: (event: E, origin: Origin) => Promise<Composed>,
  afterwards?: (event: E, mail: Mail) => Promise<unknown>,
): SharedEffect<E> {
  const { siteUrl, opsUrl, apiUrl } = deps;
  return {
    queue: "email",
    priority: MAIL_PRIORITY[priority],
    repeatMayDuplicate: true,
    async run(event, idempotencyKey) {
      const { correlationId } = event;
      const composed = await compose(event, { siteUrl, opsUrl, apiUrl, correlationId });
      if (typeof composed === "string") return skipped(composed);
      const mail = "mail" in composed ? composed.mail : composed;
      const { externalId, withheld, isProbablySent } = await deps.mailer.send(mail, idempotencyKey);
      await afterwards?.(event, mail);
      if (withheld !== undefined) return skipped(`address_${withheld}`);
      return {
        externalId,
        facts: {
          template: mail.template,
          ...("kind" in composed && { mail: composed.kind }),
          ...(isProbablySent === true && { outcome: "probably_sent" }),
        },
      };
    },
  };
}
