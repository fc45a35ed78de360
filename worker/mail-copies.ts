import { DomainEvent } from "#contracts/events/catalogue.ts";
import type { EffectDeps } from "./effects/catalogue.ts";
import { createEffects } from "./effects/catalogue.ts";
import type { Effect } from "./effects/effect.ts";
import type { Mail } from "./mail/mailer.ts";

/** Mails that hold what opens an account: a code or a link is nobody's but their reader's. */
const SECRET_MAILS: ReadonlySet<string> = new Set(["auth-mail"]);

/** Whether an effect is a mail that may be read again at the desk. */
export function isViewableMail(effect: string): boolean {
  return (
    (effect.endsWith("-mail") || effect === "auto-reply" || effect === "password-notice") &&
    !SECRET_MAILS.has(effect)
  );
}

export type RenderMailCopy = (event: unknown, effect: string) => Promise<Mail | null>;

/**
 * Writes mails again as they were sent, and sends them to nobody. A mail is a pure function of its event and of whom it is
 * for, so the copy differs only where that person has changed since.
 *
 * @returns from a stored event in the contract's shape and the name of an effect: the mail, or null when there is none to
 *   be read
 */
export function createRenderMailCopy(
  deps: Omit<EffectDeps, "mailer" | "claimAutoReply">,
): RenderMailCopy {
  return async function copyOf(stored, name) {
    const event = DomainEvent.safeParse(stored);
    if (!event.success || !isViewableMail(name)) return null;
    let copy: Mail | null = null;
    const effects = createEffects({
      ...deps,
      claimAutoReply: () => Promise.resolve(true),
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
