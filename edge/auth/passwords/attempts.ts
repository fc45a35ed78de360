import { MINUTE_MS } from "#contracts/durations.ts";
import { ADDRESS_KNOWN_FOR_MS } from "#contracts/ip-group.ts";

// Slows down guessing without letting a stranger lock the user out. Failures are counted per IP
// address and, together, for all unknown addresses: those without a sign-in during the last
// month. At a known address the user waits only for failures made there.

/**
 * Fractional, because failures are forgotten gradually. `lastMs` in milliseconds since the
 * epoch.
 */
type Failures = { count: number; lastMs: number };

type VisitorAttempts = {
  failures: Failures | null;
  /** Null if the user never signed in from this address. */
  knownUntilMs: number | null;
};

export type PasswordAttempts = {
  strangers: Failures | null;
  /** Oldest first. */
  visitors: [visitor: string, attempts: VisitorAttempts][];
};

export const NO_ATTEMPTS: PasswordAttempts = { strangers: null, visitors: [] };

/**
 * After `free` failures each attempt waits twice as long; one failure is forgotten every
 * `forgetMs`.
 */
type BackoffRule = { free: number; longestMs: number; forgetMs: number };

const FIRST_WAIT_MS = 1_000;

/** It leaves room for a user who forgot which password it was. */
const KNOWN_VISITOR_RULE: BackoffRule = {
  free: 10,
  longestMs: MINUTE_MS,
  forgetMs: 15 * MINUTE_MS,
};
/** About a hundred guesses a day. */
const UNKNOWN_VISITOR_RULE: BackoffRule = {
  free: 5,
  longestMs: 15 * MINUTE_MS,
  forgetMs: 15 * MINUTE_MS,
};
/** About three hundred guesses a day over all addresses. */
const ALL_UNKNOWN_VISITORS_RULE: BackoffRule = {
  free: 20,
  longestMs: 5 * MINUTE_MS,
  forgetMs: 5 * MINUTE_MS,
};

// More addresses than a user has in a month; guessing from more meets the common limit.
const VISITORS_MAX = 100;

/**
 * Counts the attempt as wrong until {@link recordSuccessFrom}, because concurrent attempts must
 * not all be the first.
 */
export function checkPasswordAttempt(
  attempts: PasswordAttempts,
  visitor: string,
  nowMs: number,
): { allowed: boolean; retryAfterS: number; attempts: PasswordAttempts } {
  const visitorAttempts = attemptsOf(attempts, visitor);
  const isKnown = isKnownAt(visitorAttempts, nowMs);
  const rule = isKnown ? KNOWN_VISITOR_RULE : UNKNOWN_VISITOR_RULE;
  const waitMs = Math.max(
    waitMsOf(rule, visitorAttempts.failures, nowMs),
    isKnown ? 0 : waitMsOf(ALL_UNKNOWN_VISITORS_RULE, attempts.strangers, nowMs),
  );
  if (waitMs > 0) return { allowed: false, retryAfterS: Math.ceil(waitMs / 1_000), attempts };
  return {
    allowed: true,
    retryAfterS: 0,
    attempts: {
      strangers: isKnown
        ? attempts.strangers
        : addFailure(ALL_UNKNOWN_VISITORS_RULE, attempts.strangers, nowMs),
      visitors: withVisitor(attempts.visitors, visitor, {
        ...visitorAttempts,
        failures: addFailure(rule, visitorAttempts.failures, nowMs),
      }),
    },
  };
}

/** Forgets the address's failures and remembers the address. */
export function recordSuccessFrom(
  attempts: PasswordAttempts,
  visitor: string,
  nowMs: number,
): PasswordAttempts {
  const wasKnown = isKnownAt(attemptsOf(attempts, visitor), nowMs);
  return {
    strangers: wasKnown ? attempts.strangers : removeFailure(attempts.strangers),
    visitors: withVisitor(attempts.visitors, visitor, {
      failures: null,
      knownUntilMs: nowMs + ADDRESS_KNOWN_FOR_MS,
    }),
  };
}

export function dropExpiredAttempts(attempts: PasswordAttempts, nowMs: number): PasswordAttempts {
  const remember = (rule: BackoffRule, failures: Failures | null) =>
    failures === null || rest(rule, failures, nowMs) === 0 ? null : failures;
  return {
    strangers: remember(ALL_UNKNOWN_VISITORS_RULE, attempts.strangers),
    visitors: attempts.visitors.filter(
      ([, visitorAttempts]) =>
        isKnownAt(visitorAttempts, nowMs) ||
        remember(UNKNOWN_VISITOR_RULE, visitorAttempts.failures) !== null,
    ),
  };
}

function attemptsOf({ visitors }: PasswordAttempts, visitor: string): VisitorAttempts {
  return visitors.find(([name]) => name === visitor)?.[1] ?? { failures: null, knownUntilMs: null };
}

export function isKnownVisitor(
  attempts: PasswordAttempts,
  visitor: string,
  nowMs: number,
): boolean {
  return isKnownAt(attemptsOf(attempts, visitor), nowMs);
}

function isKnownAt({ knownUntilMs }: VisitorAttempts, nowMs: number): boolean {
  return knownUntilMs !== null && knownUntilMs > nowMs;
}

function withVisitor(
  visitors: PasswordAttempts["visitors"],
  visitor: string,
  visitorAttempts: VisitorAttempts,
): PasswordAttempts["visitors"] {
  const others = visitors.filter(([name]) => name !== visitor);
  if (others.length >= VISITORS_MAX) {
    // Unknown addresses are dropped first: guessing from many must not push out the user's.
    const stranger = others.findIndex(([, attempts]) => attempts.knownUntilMs === null);
    others.splice(Math.max(0, stranger), 1);
  }
  return [...others, [visitor, visitorAttempts]];
}

function waitMsOf(
  { free, longestMs }: BackoffRule,
  failures: Failures | null,
  nowMs: number,
): number {
  if (failures === null || failures.count < free) return 0;
  const delayMs = Math.min(longestMs, FIRST_WAIT_MS * 2 ** (failures.count - free));
  return Math.max(0, Math.min(delayMs, failures.lastMs + delayMs - nowMs));
}

function addFailure(rule: BackoffRule, failures: Failures | null, nowMs: number): Failures {
  // A higher count would not wait longer, but would take longer to forget.
  const most = rule.free + Math.ceil(Math.log2(rule.longestMs / FIRST_WAIT_MS));
  const before = failures === null ? 0 : rest(rule, failures, nowMs);
  return { count: Math.min(most, before + 1), lastMs: nowMs };
}

function removeFailure(failures: Failures | null): Failures | null {
  return failures === null || failures.count <= 1
    ? null
    : { ...failures, count: failures.count - 1 };
}

function rest({ forgetMs }: BackoffRule, failures: Failures, nowMs: number): number {
  const forgotten = Math.max(0, nowMs - failures.lastMs) / forgetMs;
  return Math.max(0, failures.count - forgotten);
}
