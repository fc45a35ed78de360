const KEY = "checkoutGuest";
/** Lifetime of a checkout session; later visits may be another visitor's. */
const KEPT_MS = 24 * 3_600_000;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

type Store = Pick<Storage, "getItem" | "setItem"> | null;

/**
 * A second click or tab within a day opens the same checkout session.
 * @param nowMs milliseconds since the epoch
 */
export function guestKey(storage: Store, nowMs: number, makeUuid: () => string): string {
  const [known = "", since = ""] = storage?.getItem(KEY)?.split(" ") ?? [];
  const ageMs = nowMs - Number(since);
  if (UUID.test(known) && ageMs >= 0 && ageMs < KEPT_MS) return known;
  const made = makeUuid();
  storage?.setItem(KEY, `${made} ${nowMs}`);
  return made;
}
