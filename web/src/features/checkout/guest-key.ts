import { isUuid } from "#contracts/uuid.ts";
import { type Store, storedEntry } from "../../lib/browser-storage.ts";
import { fieldsOf } from "../../lib/json.ts";

/** Lifetime of a Stripe checkout session. After it, another visitor may use the browser. */
const LIFETIME_MS = 24 * 3_600_000;

const entry = storedEntry("checkoutGuest", (value) => {
  const { key, madeAtMs } = fieldsOf(value);
  return typeof key === "string" && isUuid(key) && typeof madeAtMs === "number"
    ? { key, madeAtMs }
    : null;
});

/**
 * A second click or tab within a day opens the same checkout session.
 * @param nowMs milliseconds since the epoch
 */
export function guestKey(storage: Store, nowMs: number, makeUuid: () => string): string {
  const known = entry.read(storage);
  const ageMs = known === null ? -1 : nowMs - known.madeAtMs;
  if (known !== null && ageMs >= 0 && ageMs < LIFETIME_MS) return known.key;
  const key = makeUuid();
  entry.write(storage, { key, madeAtMs: nowMs });
  return key;
}
