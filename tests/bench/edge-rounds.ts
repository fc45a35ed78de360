import { Pool } from "undici";
import type { StackUrls } from "../stack/settings.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { median, medianRatio, percentile } from "./figures.ts";

/** Visitors at once, each of whom waits for the answer before the next request. */
export const CONNECTIONS = 10;

const ROUNDS = 6;
const ROUND_MS = 2_000;

type Shot = { method: "GET" | "POST"; path: string; body?: string; status: number };

const SHOTS = {
  hello: () => ({ method: "GET", path: "/bench/hello", status: 200 }),
  insert: () => ({
    method: "POST",
    path: "/bench/insert",
    body: JSON.stringify(makeForm()),
    status: 201,
  }),
  enquiry: () => ({
    method: "POST",
    path: "/rest/v1/form_submissions",
    body: JSON.stringify(makeForm()),
    status: 201,
  }),
} as const satisfies Record<string, () => Shot>;

export type Target = keyof typeof SHOTS;
const TARGETS = ["hello", "insert", "enquiry"] as const satisfies readonly Target[];

type Round = { perSecond: number; p50Ms: number; p99Ms: number };

export type EdgeFigures = Record<Target, Round> & {
  /** The product's throughput in the terms of the bare routes'. */
  enquiryToInsert: number;
  enquiryToHello: number;
};

/**
 * Loads the edge and the bare routes beside it in short rounds, in turn.
 *
 * @throws when any answer is not the one expected: refusals are cheap, and would pass for speed
 */
export async function measureEdge(urls: StackUrls): Promise<EdgeFigures> {
  const pool = new Pool(urls.api, { connections: CONNECTIONS });
  const rounds: Record<Target, Round[]> = { hello: [], insert: [], enquiry: [] };
  try {
    for (const target of TARGETS) await playRound(pool, urls, target);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of TARGETS) rounds[target].push(await playRound(pool, urls, target));
    }
  } finally {
    await pool.close();
  }
  const perSecond = (target: Target) => rounds[target].map((round) => round.perSecond);
  return {
    hello: middle(rounds.hello),
    insert: middle(rounds.insert),
    enquiry: middle(rounds.enquiry),
    enquiryToInsert: medianRatio(perSecond("enquiry"), perSecond("insert")),
    enquiryToHello: medianRatio(perSecond("enquiry"), perSecond("hello")),
  };
}

async function playRound(pool: Pool, urls: StackUrls, target: Target): Promise<Round> {
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + ROUND_MS;
  const visit = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const { status, ...request }: Shot = SHOTS[target]();
      const sentMs = performance.now();
      const answer = await pool.request({ ...request, headers: makeHeaders(urls) });
      const text = await answer.body.text();
      latenciesMs.push(performance.now() - sentMs);
      if (answer.statusCode !== status) {
        throw new Error(`${request.path} answered ${String(answer.statusCode)}: ${text}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visit));
  return {
    perSecond: (latenciesMs.length * 1_000) / (performance.now() - startMs),
    p50Ms: median(latenciesMs),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

function middle(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}
