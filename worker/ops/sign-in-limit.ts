import { ipGroup } from "#contracts/ip-group.ts";

export const WINDOW_MS = 15 * 60_000;
export const FAILURES_PER_ADDRESS = 8;
/** From addresses unknown for the account: about two thousand guesses a day. */
export const FAILURES_PER_ACCOUNT = 20;
/** From unknown addresses: about ten thousand guesses a day. */
export const FAILURES_IN_TOTAL = 100;
export const KNOWN_FOR_MS = 30 * 24 * 60 * 60_000;

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/** Counted as a failure before it is checked, so that concurrent guesses are limited too. */
export type Try = {
  takeBack(): void;
  wasRight(): void;
};

type Failure = { account: string; group: string; isStranger: boolean; at: number };

/**
 * Counts failures in a sliding window. At a known address, only its own failures with that
 * account count. In memory: one process serves the ops console.
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
    begin(account: string, address: string): { waitMs: number } | Try {
      const nowMs = now().getTime();
      failures = failures.filter((failure) => failure.at + WINDOW_MS > nowMs);
      const group = ipGroup(address);
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
