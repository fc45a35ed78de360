/** How long a wrong password counts. */
export const WINDOW_MS = 15 * 60_000;
/** Wrong passwords from one address: room for a person's typing errors. */
export const FAILURES_PER_ADDRESS = 8;
/** Wrong passwords in total: about ten thousand guesses a day at most, from however many addresses. */
export const FAILURES_IN_TOTAL = 100;

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/**
 * Counts wrong passwords over a sliding window. In memory, because one process serves the desk and a guesser
 * cannot make it restart; and never longer than {@link FAILURES_IN_TOTAL}, because nothing is counted past it.
 */
export function createSignInLimit(now: () => Date) {
  let failures: { group: string; at: number }[] = [];

  return {
    /** How long this address must wait, in milliseconds; 0 when it may try. */
    waitMs(address: string): number {
      const nowMs = now().getTime();
      failures = failures.filter((failure) => failure.at + WINDOW_MS > nowMs);
      const group = addressGroup(address);
      const own = failures.filter((failure) => failure.group === group);
      const oldest =
        failures.length >= FAILURES_IN_TOTAL
          ? failures[0]
          : own.length >= FAILURES_PER_ADDRESS
            ? own[0]
            : undefined;
      return oldest === undefined ? 0 : oldest.at + WINDOW_MS - nowMs;
    },

    /** Counts a wrong password. */
    recordFailure(address: string): void {
      failures.push({ group: addressGroup(address), at: now().getTime() });
    },
  };
}

// One customer of a provider holds a whole IPv6 /64, so its addresses count as one.
const IPV6_GROUP_PARTS = 4;

function addressGroup(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const start = head.split(":").filter((part) => part !== "");
  const end = (tail ?? "").split(":").filter((part) => part !== "");
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => "0");
  const parts = tail === undefined ? start : [...start, ...zeros, ...end];
  return parts.slice(0, IPV6_GROUP_PARTS).join(":");
}
