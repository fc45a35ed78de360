const KEY = "checkoutGuest";
/** As long as a payment page can be open. Afterwards whoever sits here is somebody else. */
const KEPT_MS = 24 * 3_600_000;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem"> | null;

/**
 * The name of this browser at the checkout for a day, so that a second click, another tab and another try lead to one
 * payment page.
 *
 * @param nowMs milliseconds since the epoch
 * @param makeUuid for a new name
 */
export function guestKey(storage: Store, nowMs: number, makeUuid: () => string): string {
  const [known = "", since = ""] = storage?.getItem(KEY)?.split(" ") ?? [];
  const ageMs = nowMs - Number(since);
  if (UUID.test(known) && ageMs >= 0 && ageMs < KEPT_MS) return known;
  const made = makeUuid();
  storage?.setItem(KEY, `${made} ${nowMs}`);
  return made;
}
