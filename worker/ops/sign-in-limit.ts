/** How long a wrong password counts. */
export const WINDOW_MS = 15 * 60_000;
/** Wrong passwords from one address: room for a person's typing errors. */
export const FAILURES_PER_ADDRESS = 8;
/** Wrong passwords for one account from addresses at which its owner was not: some two thousand guesses a day. */
export const FAILURES_PER_ACCOUNT = 20;
/** The same for all accounts: about ten thousand guesses a day at most, from however many addresses. */
export const FAILURES_IN_TOTAL = 100;
/** How long an address at which somebody signed in is theirs. */
export const KNOWN_FOR_MS = 30 * 24 * 60 * 60_000;

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/** A try that was counted as wrong before anybody looked at it: of many at once each must not be the first. */
export type Try = {
  /** It was no wrong password, or nobody could say so: it counts no more. */
  takeBack(): void;
  /** It was right: it counts no more, and its address is the owner's from now on. */
  wasRight(): void;
};

type Failure = { account: string; group: string; isStranger: boolean; at: number };

/**
 * Counts wrong passwords over a sliding window. Where somebody signed in during the last month they wait for the mistakes
 * made there with their account alone, however many strangers guess meanwhile; strangers wait for each other. In memory,
 * because one process serves the desk and a guesser cannot make it restart; and never much longer than
 * {@link FAILURES_IN_TOTAL}, because nothing is counted past it.
 */
export function createSignInLimit(now: () => Date) {
  let failures: Failure[] = [];
  const knownUntil = new Map<string, number>();

  function waitMs({ account, group, isStranger }: Omit<Failure, "at">, nowMs: number): number {
    const strangers = failures.filter((failure) => failure.isStranger);
    const counted = isStranger
      ? ([
          [strangers, FAILURES_IN_TOTAL],
          [strangers.filter((failure) => failure.account === account), FAILURES_PER_ACCOUNT],
          [strangers.filter((failure) => failure.group === group), FAILURES_PER_ADDRESS],
        ] as const)
      : ([
          [
            failures.filter(
              (failure) =>
                !failure.isStranger && failure.group === group && failure.account === account,
            ),
            FAILURES_PER_ADDRESS,
          ],
        ] as const);
    const waits = counted.map(([own, most]) => {
      const [oldest] = own;
      return oldest === undefined || own.length < most ? 0 : oldest.at + WINDOW_MS - nowMs;
    });
    return Math.max(...waits);
  }

  return {
    /**
     * Counts a try as wrong, unless it has to wait.
     *
     * @param account as the visitor names it, whether there is one or not
     */
    begin(account: string, address: string): { waitMs: number } | Try {
      const nowMs = now().getTime();
      failures = failures.filter((failure) => failure.at + WINDOW_MS > nowMs);
      const group = addressGroup(address);
      const pair = JSON.stringify([account, group]);
      const isStranger = (knownUntil.get(pair) ?? 0) <= nowMs;
      const wait = waitMs({ account, group, isStranger }, nowMs);
      if (wait > 0) return { waitMs: wait };
      const failure = { account, group, isStranger, at: nowMs };
      failures.push(failure);
      const takeBack = () => {
        failures = failures.filter((other) => other !== failure);
      };
      return {
        takeBack,
        wasRight() {
          takeBack();
          knownUntil.set(pair, now().getTime() + KNOWN_FOR_MS);
        },
      };
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
