import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { z } from "zod";
import { type Enquiry, makeEnquiry } from "./enquiries.ts";

export type Attempt = { readonly sentMs: number; readonly endedMs: number } & (
  | {
      readonly outcome: "row";
      readonly status: number;
      readonly id: string;
      readonly wasHeard: boolean;
    }
  | { readonly outcome: "refusal"; readonly status: number; readonly code: string | null }
  | { readonly outcome: "silence"; readonly reason: string }
);

export interface LoadTallies {
  readonly accepted: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly silences: number;
  readonly lostAnswers: number;
}

export interface LoadClients {
  readonly enquiries: readonly Enquiry[];
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  tallies(): LoadTallies;
  loseAnswers(share: number): void;
  sendAll(load: { count: number; windowMs: number; isNeeded: () => boolean }): Promise<void>;
  kept(): Enquiry[];
  sendKept(): Promise<void>;
  close(): Promise<void>;
}

const LANES = 20;

// The site's own timeout, after which it stores a copy in the browser.
const ANSWER_LIMIT_MS = 10_000;

// About as long as a visitor waits on "Sending…".
const BACKOFF_MS = [0, 500, 1_000] as const;

const Row = z.object({ id: z.string() });
const Refusal = z.object({ code: z.string() });

/**
 * Makes visitors who send enquiries and retry a few times with the same idempotency key.
 *
 * @param options.random numbers from 0 up to 1
 */
export function createLoadClients(options: {
  apiUrl: string;
  anonKey: string;
  random: () => number;
  signal: AbortSignal;
}): LoadClients {
  const { random, signal } = options;
  const pool = new Pool(options.apiUrl, {
    connections: 2 * LANES,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
    connectTimeout: ANSWER_LIMIT_MS,
  });
  const enquiries: Enquiry[] = [];
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

  const kept = (): Enquiry[] =>
    enquiries.filter(({ idempotencyKey }) => !accepted.has(idempotencyKey));

  return {
    enquiries,
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
    kept,
    async sendKept() {
      const list = kept();
      await inLanes((lane, round) => Promise.resolve(list[lane + round * LANES] ?? null));
    },
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
