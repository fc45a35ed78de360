import { DomainEvent } from "#contracts/events/catalogue.ts";
import { createEffects } from "./effects/catalogue.ts";
import type { EffectDeps } from "./effects/effect-deps.ts";
import type { Effect } from "./pipeline/effect.ts";
import type { Mail } from "./ports/mailer.ts";

/** Messages whose code or link would open the account, or decide about posts. */
const SECRET_MESSAGES: ReadonlySet<string> = new Set([
  "send-auth-mail",
  "send-auth-sms",
  "send-approval-mail",
  "send-post-reminder",
]);

export function isViewableMail(effect: string): boolean {
  return effect.startsWith("send-") && !SECRET_MESSAGES.has(effect);
}

export type RenderMailCopy = (event: unknown, effect: string) => Promise<Mail | null>;

/**
 * Renders an email again from its event and recipient, whose data may have changed.
 *
 * @returns null if the effect sends no email or its copy is not readable
 */
export function createRenderMailCopy(deps: EffectDeps): RenderMailCopy {
  return async function copyOf(stored, name) {
    const event = DomainEvent.safeParse(stored);
    if (!event.success || !isViewableMail(name)) return null;
    let copy: Mail | null = null;
    const effects = createEffects({
      ...deps,
      // Its reader may act for the account; whoever reads a copy may not.
      codes: { ...deps.codes, removalToken: () => "withheld" },
      claimAutoReply: () => Promise.resolve("claimed"),
      findLaterFacts: () => Promise.resolve(null),
      retryAddress: () => Promise.resolve(),
      mailer: {
        send(mail) {
          copy = mail;
          return Promise.resolve({ externalId: null });
        },
      },
    })[event.data.type] as Readonly<Record<string, Effect<typeof event.data.type>>>;
    const effect = Object.hasOwn(effects, name) ? effects[name] : undefined;
    if (effect === undefined || effect.queue !== "email") return null;
    await effect.run(event.data, "copy");
    return copy;
  };
}
