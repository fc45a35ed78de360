import { median, percentile } from "./figures.ts";

export const CONNECTIONS = 10;

export const ROUNDS = 6;
const ROUND_MS = 2_000;

export type Round = { perSecond: number; p50Ms: number; p99Ms: number };

/**
 * Runs the variants alternately, so that a slow machine affects all of them. The first round of
 * each is not counted. tinybench and mitata run one variant after the other, in this process.
 *
 * @param sendRequest sends one request; gets the visitor's number from 0
 */
export async function runAlternately<N extends string>(
  names: readonly N[],
  sendRequest: (name: N, visitor: number) => Promise<void>,
  roundMs = ROUND_MS,
): Promise<Record<N, Round[]>> {
  const rounds = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<
    N,
    Round[]
  >;
  for (const name of names) await runRound((visitor) => sendRequest(name, visitor), roundMs);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      rounds[name].push(await runRound((visitor) => sendRequest(name, visitor), roundMs));
    }
  }
  return rounds;
}

export function medianRound(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  };
}

async function runRound(
  sendRequest: (visitor: number) => Promise<void>,
  roundMs: number,
): Promise<Round> {
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + roundMs;
  const sendRequests = async (visitor: number): Promise<void> => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      await sendRequest(visitor);
      latenciesMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, visitor) => sendRequests(visitor)));
  return {
    perSecond: (latenciesMs.length * 1_000) / (performance.now() - startMs),
    p50Ms: median(latenciesMs),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}
