import { setTimeout as delay } from "node:timers/promises";
import { type Attempt, createHttpClient } from "./http-client.ts";
import { type Enquiry, makeEnquiry } from "./make-enquiry.ts";

interface EnquiryTallies {
  readonly accepted: number;
  /** Attempts that the edge refused because Postgres was away. */
  readonly unavailable: number;
  readonly unanswered: number;
  /** Accepted enquiries whose response was dropped. */
  readonly lostResponses: number;
}

export interface EnquiryClients {
  readonly enquiries: readonly Enquiry[];
  /** By idempotency key. */
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  tallies(): EnquiryTallies;
  loseResponses(share: number): void;
  sendAll(load: { count: number; windowMs: number; isNeeded: () => boolean }): Promise<void>;
  listRefused(): Enquiry[];
  sendRefused(): Promise<void>;
  close(): Promise<void>;
}

const LANES = 20;

// The site's own timeout, after which it stores a copy in the browser.
const TIMEOUT_MS = 10_000;

// About as long as a visitor waits on "Sending…".
const BACKOFF_MS = [0, 500, 1_000] as const;

/** @param options.random numbers from 0 up to 1 */
export function createEnquiryClients(options: {
  apiUrl: string;
  anonKey: string;
  random: () => number;
  signal: AbortSignal;
}): EnquiryClients {
  const { random, signal } = options;
  const client = createHttpClient({ ...options, connections: 2 * LANES, timeoutMs: TIMEOUT_MS });
  const enquiries: Enquiry[] = [];
  const attempts = new Map<string, Attempt[]>();
  const accepted = new Set<string>();
  let unavailable = 0;
  let unanswered = 0;
  let lostResponses = 0;

  async function post(enquiry: Enquiry): Promise<void> {
    const { attempt } = await client.send({
      path: "/rest/v1/form_submissions",
      headers: {
        "idempotency-key": enquiry.idempotencyKey,
        "cf-connecting-ip": enquiry.ipAddress,
      },
      body: enquiry.form,
    });
    const { idempotencyKey } = enquiry;
    attempts.set(idempotencyKey, [...(attempts.get(idempotencyKey) ?? []), attempt]);
    if (attempt.outcome === "no response") unanswered += 1;
    else if (attempt.code === "unavailable") unavailable += 1;
    else if (isCreated(attempt) && attempt.wasHeard) accepted.add(idempotencyKey);
    else if (isCreated(attempt)) lostResponses += 1;
  }

  async function deliver(enquiry: Enquiry): Promise<void> {
    for (const [tries, waitMs] of BACKOFF_MS.entries()) {
      if (waitMs > 0) await delay(waitMs * (0.75 + random() / 2), undefined, { signal });
      const clicks = enquiry.isDoubled && tries === 0 ? 2 : 1;
      await Promise.all(Array.from({ length: clicks }, () => post(enquiry)));
      if (accepted.has(enquiry.idempotencyKey)) return;
    }
  }

  async function inLanes(next: (lane: number, round: number) => Promise<Enquiry | null>) {
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        for (let round = 0; ; round += 1) {
          const enquiry = await next(lane, round);
          if (enquiry === null) return;
          await deliver(enquiry);
        }
      }),
    );
  }

  const listRefused = (): Enquiry[] =>
    enquiries.filter(({ idempotencyKey }) => !accepted.has(idempotencyKey));

  return {
    enquiries,
    attempts,
    tallies: () => ({ accepted: accepted.size, unavailable, unanswered, lostResponses }),
    loseResponses: (share) => client.loseResponses(share),
    async sendAll({ count, windowMs, isNeeded }) {
      const begunMs = performance.now();
      const roundMs = (windowMs * LANES) / count;
      await inLanes(async (lane, round) => {
        const index = lane + round * LANES;
        const waitMs = begunMs + round * roundMs - performance.now();
        if (waitMs > 0) await delay(waitMs, undefined, { signal });
        if (index >= count && !isNeeded()) return null;
        const enquiry = makeEnquiry(index);
        enquiries.push(enquiry);
        return enquiry;
      });
    },
    listRefused,
    async sendRefused() {
      const list = listRefused();
      await inLanes((lane, round) => Promise.resolve(list[lane + round * LANES] ?? null));
    },
    close: () => client.close(),
  };
}

export function isCreated(
  attempt: Attempt,
): attempt is Attempt & { readonly outcome: "response"; readonly id: string } {
  return (
    attempt.outcome === "response" &&
    attempt.status >= 200 &&
    attempt.status < 300 &&
    attempt.id !== null
  );
}
