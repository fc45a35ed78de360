import { isIP } from "node:net";
import { MINUTE_MS } from "#contracts/durations.ts";
import { ADDRESS_KNOWN_FOR_MS, ipGroup } from "#contracts/ip-group.ts";
import type { TrustedProxy } from "../../config.ts";

/**
 * The visitor's address: the connection's, unless a trusted proxy names another. Whoever reaches the worker around that
 * proxy can name any.
 */
export function visitorAddress(
  header: (name: string) => string | undefined,
  connection: string | undefined,
  proxy: TrustedProxy | undefined,
): string {
  const named = proxy === undefined ? undefined : addressNamedBy(proxy, header)?.trim();
  return named !== undefined && isIP(named) !== 0 ? named : (connection ?? "unknown");
}

function addressNamedBy(
  proxy: TrustedProxy,
  header: (name: string) => string | undefined,
): string | undefined {
  switch (proxy) {
    case "cloudflare":
      return header("cf-connecting-ip");
    case "forwarded":
      // Earlier hops are what the visitor claims.
      return header("x-forwarded-for")?.split(",").at(-1);
  }
}

export const WINDOW_MS = 15 * MINUTE_MS;
export const FAILURES_PER_ADDRESS = 8;
/** From addresses unknown for the account: about two thousand guesses a day. */
export const FAILURES_PER_ACCOUNT = 20;
/** From unknown addresses: about ten thousand guesses a day. */
export const FAILURES_IN_TOTAL = 100;

/** Counted as a failure before it is checked, so that concurrent guesses are limited too. */
type SignInAttempt = {
  discard(): void;
  succeed(): void;
};

type Failure = { account: string; group: string; isUnknown: boolean; at: number };

/**
 * Counts failures in a sliding window. At a known address, only its own failures with that
 * account count. In memory: each worker counts its own.
 */
export function createSignInLimit(now: () => Date) {
  let failures: Failure[] = [];
  const knownUntil = new Map<string, number>();

  function waitMs({ account, group, isUnknown }: Omit<Failure, "at">, nowMs: number): number {
    const unknown = failures.filter((failure) => failure.isUnknown);
    const counted = isUnknown
      ? ([
          [unknown, FAILURES_IN_TOTAL],
          [unknown.filter((failure) => failure.account === account), FAILURES_PER_ACCOUNT],
          [unknown.filter((failure) => failure.group === group), FAILURES_PER_ADDRESS],
        ] as const)
      : ([
          [
            failures.filter(
              (failure) =>
                !failure.isUnknown && failure.group === group && failure.account === account,
            ),
            FAILURES_PER_ADDRESS,
          ],
        ] as const);
    const waits = counted.map(([counts, max]) => {
      const [oldest] = counts;
      return oldest === undefined || counts.length < max ? 0 : oldest.at + WINDOW_MS - nowMs;
    });
    return Math.max(...waits);
  }

  return {
    begin(account: string, address: string): { waitMs: number } | SignInAttempt {
      const nowMs = now().getTime();
      failures = failures.filter((failure) => failure.at + WINDOW_MS > nowMs);
      const group = ipGroup(address);
      const pair = JSON.stringify([account, group]);
      const isUnknown = (knownUntil.get(pair) ?? 0) <= nowMs;
      const wait = waitMs({ account, group, isUnknown }, nowMs);
      if (wait > 0) return { waitMs: wait };
      const failure = { account, group, isUnknown, at: nowMs };
      failures.push(failure);
      const discard = () => {
        failures = failures.filter((other) => other !== failure);
      };
      return {
        discard,
        succeed() {
          discard();
          knownUntil.set(pair, now().getTime() + ADDRESS_KNOWN_FOR_MS);
        },
      };
    },
  };
}
