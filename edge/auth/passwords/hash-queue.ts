import { AuthError } from "../http/auth-errors.ts";

/** About a second of Argon2id. */
const WAITING_MAX = 30;
const RETRY_S = 2;
const POLL_MS = 10;
const ABANDONED_MS = 2_000;

type Turn = { seenMs: number };

type Clock = { nowMs: () => number; delay: (ms: number) => Promise<void> };

const CLOCK: Clock = {
  nowMs: () => Date.now(),
  delay: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

type HashQueue = <T>(hash: () => T) => Promise<T>;

/**
 * Runs one hash at a time, each in an event of its own: the isolate's only thread answers other
 * requests in between. Requests look for their turn themselves, because Cloudflare may drop one
 * whose visitor has left, and nobody may wait for it.
 *
 * @returns a function that throws {@link AuthError} `service_unavailable` when the queue is full
 */
export function createHashQueue(
  waitingMax = WAITING_MAX,
  { nowMs, delay }: Clock = CLOCK,
): HashQueue {
  let turns: Turn[] = [];
  const dropAbandoned = () => {
    turns = turns.filter(({ seenMs }) => nowMs() - seenMs < ABANDONED_MS);
  };
  return async function inTurn(hash) {
    dropAbandoned();
    if (turns.length >= waitingMax) {
      throw new AuthError("service_unavailable", "Too many sign-ins at once. Please try again.", {
        retryAfterS: RETRY_S,
      });
    }
    const turn: Turn = { seenMs: nowMs() };
    turns.push(turn);
    try {
      let place: number;
      do {
        place = turns.indexOf(turn);
        await delay(place * POLL_MS);
        turn.seenMs = nowMs();
        dropAbandoned();
      } while (place > 0);
      return hash();
    } finally {
      turns = turns.filter((other) => other !== turn);
    }
  };
}
