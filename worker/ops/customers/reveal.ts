import { MINUTE_MS } from "#contracts/durations.ts";
import { type OpsContext, type OpsMiddleware, signedInOf } from "../env.ts";
import type { Sessions } from "../session/sessions.ts";

const REVEALED_FOR_MS = 15 * MINUTE_MS;
/** Permissions of several customers share a cookie; browsers refuse one above 4 kB. */
const PERMISSIONS_MAX = 40;

/** Whether an operator has revealed this customer's personal data, so that each page about the customer shows it. */
export const isRevealed = (c: OpsContext, customerKey: string): boolean =>
  c.get("revealed").some(({ key }) => key === customerKey);

/** Reads the permissions of the session. */
export function readReveals(sessions: Sessions, { now }: { now: () => Date }): OpsMiddleware {
  return async function readReveals(c, next) {
    const text = (await sessions.readShown(c, signedInOf(c).session)) ?? "";
    const permissions = text.split("\n").map((line) => {
      const [key = "", untilMs] = line.split(" ");
      return { key, untilMs: Number(untilMs) };
    });
    c.set(
      "revealed",
      permissions.filter(({ untilMs }) => untilMs > now().getTime()),
    );
    await next();
  };
}

/** @param keys the customer's, and those of their enquiries */
export async function permitReveal(
  c: OpsContext,
  sessions: Sessions,
  { keys, now }: { keys: readonly string[]; now: Date },
): Promise<void> {
  const untilMs = now.getTime() + REVEALED_FOR_MS;
  const others = c.get("revealed").filter(({ key }) => !keys.includes(key));
  const permissions = [...keys.map((key) => ({ key, untilMs })), ...others];
  const text = permissions
    .slice(0, PERMISSIONS_MAX)
    .map(({ key, untilMs: until }) => `${key} ${String(until)}`)
    .join("\n");
  await sessions.writeShown(c, signedInOf(c).session, { text, maxAgeMs: REVEALED_FOR_MS });
}
