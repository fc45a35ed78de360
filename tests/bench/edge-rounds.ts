import { Pool } from "undici";
import type { StackUrls } from "../stack/settings.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { median, medianRatio, percentile } from "./figures.ts";

/** Visitors at once, each of whom waits for the answer before the next request. */
export const CONNECTIONS = 10;

const ROUNDS = 6;
const ROUND_MS = 2_000;

type Variant = "hello" | "insert" | "enquiry" | "enquiryOnMiniflare";

const VARIANTS: Record<Variant, { path: string; posts: boolean; network: number }> = {
  hello: { path: "/bench/hello", posts: false, network: 10 },
  insert: { path: "/bench/insert", posts: true, network: 10 },
  enquiry: { path: "/rest/v1/form_submissions", posts: true, network: 10 },
  enquiryOnMiniflare: { path: "/rest/v1/form_submissions", posts: true, network: 11 },
};
const NAMES = Object.keys(VARIANTS) as Variant[];

type Round = { perSecond: number; p50Ms: number; p99Ms: number };

/** Each with its throughput in the terms of the bare routes' in the same rounds. */
export type EdgeFigures = Record<Variant, Round & { toInsert: number; toHello: number }>;

/**
 * Loads the edge and the bare routes beside it in short rounds, in turn.
 *
 * @throws when any answer is not the one expected: refusals are cheap, and would pass for speed
 */
export async function measureEdge(urls: StackUrls): Promise<EdgeFigures> {
  const pool = new Pool(urls.api, { connections: CONNECTIONS });
  const rounds: Record<Variant, Round[]> = {
    hello: [],
    insert: [],
    enquiry: [],
    enquiryOnMiniflare: [],
  };
  try {
    for (const name of NAMES) await playRound(pool, urls, name);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of NAMES) rounds[name].push(await playRound(pool, urls, name));
    }
  } finally {
    await pool.close();
  }
  const perSecond = (name: Variant) => rounds[name].map((round) => round.perSecond);
  const figuresOf = (name: Variant) => ({
    perSecond: median(perSecond(name)),
    p50Ms: median(rounds[name].map((round) => round.p50Ms)),
    p99Ms: median(rounds[name].map((round) => round.p99Ms)),
    toInsert: medianRatio(perSecond(name), perSecond("insert")),
    toHello: medianRatio(perSecond(name), perSecond("hello")),
  });
  return {
    hello: figuresOf("hello"),
    insert: figuresOf("insert"),
    enquiry: figuresOf("enquiry"),
    enquiryOnMiniflare: figuresOf("enquiryOnMiniflare"),
  };
}

async function playRound(pool: Pool, urls: StackUrls, name: Variant): Promise<Round> {
  const { path, posts, network } = VARIANTS[name];
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + ROUND_MS;
  const visit = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const headers = makeHeaders(urls, network);
      const body = posts ? JSON.stringify(makeForm()) : null;
      const sentMs = performance.now();
      const answer = await pool.request({ method: posts ? "POST" : "GET", path, headers, body });
      const text = await answer.body.text();
      latenciesMs.push(performance.now() - sentMs);
      if (answer.statusCode !== (posts ? 201 : 200)) {
        throw new Error(`${path} answered ${String(answer.statusCode)}: ${text}`);
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
