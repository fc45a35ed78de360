import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { z } from "zod";
import type { Enquiry } from "./enquiries.ts";

/** How one attempt to post an enquiry ended. Times are milliseconds of `performance.now()`. */
export type Attempt = { readonly sentMs: number; readonly endedMs: number } & (
  | {
      readonly outcome: "row";
      readonly status: number;
      readonly id: string;
      /** False when the answer was lost on its way, so that the visitor does not know of it. */
      readonly wasHeard: boolean;
    }
  | { readonly outcome: "refusal"; readonly status: number; readonly code: string | null }
  | { readonly outcome: "silence"; readonly reason: string }
);

export interface VisitorTallies {
  /** Enquiries whose visitor has seen a row. */
  readonly accepted: number;
  /** Attempts answered with a refusal, by its code. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Attempts that nobody answered. */
  readonly silences: number;
  /** Rows that were written and answered, whose answer the visitor did not get. */
  readonly lostAnswers: number;
}

export interface Visitors {
  /** Every attempt so far, by idempotency key. */
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  tallies(): VisitorTallies;
  /** From now on, this share of answers is lost on the way back to the visitor. */
  loseAnswers(share: number): void;
  /** Posts all enquiries within the window, as evenly as the answers allow. */
  sendAll(windowMs: number): Promise<void>;
  /** The enquiries whose visitor gave up; a browser keeps these for the next visit. */
  kept(): Enquiry[];
  /** Posts the kept enquiries again, as the next visit would. */
  sendKept(): Promise<void>;
  close(): Promise<void>;
}

/** Visitors who post at the same time. */
const LANES = 20;

// As the site does: the same limit, and then a copy is kept in the browser.
const ANSWER_LIMIT_MS = 10_000;

// A visitor waits about as long as a page that says "Sending…" may take.
const BACKOFF_MS = [0, 500, 1_000] as const;

const Row = z.object({ id: z.string() });
const Refusal = z.object({ code: z.string() });

/**
 * Makes the visitors of a scenario. Each posts one enquiry after another, and repeats what was refused or not
 * answered with the same idempotency key, a few times.
 *
 * @param options.random numbers from 0 up to 1
 */
export function createVisitors(options: {
  apiUrl: string;
  anonKey: string;
  enquiries: readonly Enquiry[];
  random: () => number;
  signal: AbortSignal;
}): Visitors {
  const { enquiries, random, signal } = options;
  const pool = new Pool(options.apiUrl, {
    connections: 2 * LANES,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
    connectTimeout: ANSWER_LIMIT_MS,
  });
  const attempts = new Map<string, Attempt[]>();
  const accepted = new Set<string>();
  const refusals: Record<string, number> = {};
  let silences = 0;
  let lostAnswers = 0;
  let lostShare = 0;

  async function post(enquiry: Enquiry): Promise<void> {
    const sentMs = performance.now();
    const ended = await exchange(enquiry);
    const attempt = { sentMs, endedMs: performance.now(), ...ended };
    const told = attempts.get(enquiry.idempotencyKey);
    if (told === undefined) attempts.set(enquiry.idempotencyKey, [attempt]);
    else told.push(attempt);
    switch (attempt.outcome) {
      case "row":
        if (attempt.wasHeard) accepted.add(enquiry.idempotencyKey);
        else lostAnswers += 1;
        break;
      case "refusal": {
        const name = attempt.code ?? `status ${attempt.status}`;
        refusals[name] = (refusals[name] ?? 0) + 1;
        break;
      }
      case "silence":
        silences += 1;
        break;
    }
  }

  async function exchange(enquiry: Enquiry) {
    try {
      const { statusCode: status, body } = await pool.request({
        method: "POST",
        path: "/rest/v1/form_submissions",
        headers: {
          "content-type": "application/json",
          apikey: options.anonKey,
          authorization: `Bearer ${options.anonKey}`,
          "idempotency-key": enquiry.idempotencyKey,
          "cf-connecting-ip": enquiry.ipAddress,
        },
        body: JSON.stringify(enquiry.form),
        signal,
      });
      const answer = parseJson(await body.text());
      if (status < 200 || status > 299) {
        const refusal = Refusal.safeParse(answer);
        return { outcome: "refusal", status, code: refusal.data?.code ?? null } as const;
      }
      const row = Row.safeParse(answer);
      if (!row.success) return { outcome: "refusal", status, code: null } as const;
      const wasHeard = random() >= lostShare;
      return { outcome: "row", status, id: row.data.id, wasHeard } as const;
    } catch (error) {
      signal.throwIfAborted();
      return { outcome: "silence", reason: describe(error) } as const;
    }
  }

  async function deliver(enquiry: Enquiry): Promise<void> {
    for (const [tries, waitMs] of BACKOFF_MS.entries()) {
      if (waitMs > 0) await delay(waitMs * (0.75 + random() / 2), undefined, { signal });
      const clicks = enquiry.isDoubled && tries === 0 ? 2 : 1;
      await Promise.all(Array.from({ length: clicks }, () => post(enquiry)));
      if (accepted.has(enquiry.idempotencyKey)) return;
    }
  }

  async function sendEach(list: readonly Enquiry[], windowMs: number): Promise<void> {
    const begunMs = performance.now();
    const rounds = Math.ceil(list.length / LANES);
    const lane = async (first: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const enquiry = list[first + round * LANES];
        if (enquiry === undefined) return;
        const waitMs = begunMs + (round / rounds) * windowMs - performance.now();
        if (waitMs > 0) await delay(waitMs, undefined, { signal });
        await deliver(enquiry);
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
  }

  const kept = (): Enquiry[] =>
    enquiries.filter(({ idempotencyKey }) => !accepted.has(idempotencyKey));

  return {
    attempts,
    tallies: () => ({
      accepted: accepted.size,
      refusals: { ...refusals },
      silences,
      lostAnswers,
    }),
    loseAnswers(share) {
      lostShare = share;
    },
    sendAll: (windowMs) => sendEach(enquiries, windowMs),
    kept,
    sendKept: () => sendEach(kept(), 0),
    close: () => pool.destroy(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? `${error.message} (${String(error.code)})` : error.message;
}
