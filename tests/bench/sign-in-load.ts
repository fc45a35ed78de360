import type { Pool } from "undici";
import type { StackUrls } from "../stack/settings.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { percentile } from "./figures.ts";
import { CONNECTIONS, ROUNDS } from "./rounds.ts";

/** The old hash lets only a few enquiries through in two seconds. */
const ROUND_MS = 4_000;

/**
 * Sends one visitor's enquiries while ten people sign in, with each hash in turn.
 *
 * @param signIn one sign-in of a person, numbered from 0
 * @returns the enquiries' 95th percentile, in milliseconds
 */
export async function measureEnquiriesBesideSignIns<N extends string>(
  pool: Pool,
  urls: StackUrls,
  names: readonly N[],
  signIn: (name: N, person: number) => Promise<void>,
): Promise<Record<N, number>> {
  const latenciesMs = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, latencies] of latenciesMs) {
      const endMs = performance.now() + ROUND_MS;
      const repeat = async (request: () => Promise<void>): Promise<void> => {
        while (performance.now() < endMs) await request();
      };
      const people = Array.from({ length: CONNECTIONS }, (_, person) =>
        repeat(() => signIn(name, person)),
      );
      const visitor = repeat(async () => {
        const sentMs = performance.now();
        await enquire(pool, urls);
        latencies.push(performance.now() - sentMs);
      });
      await Promise.all([...people, visitor]);
    }
  }
  return Object.fromEntries(
    [...latenciesMs].map(([name, latencies]) => [name, percentile(latencies, 0.95)]),
  ) as Record<N, number>;
}

async function enquire(pool: Pool, urls: StackUrls): Promise<void> {
  const answer = await pool.request({
    method: "POST",
    path: "/rest/v1/form_submissions",
    headers: makeHeaders(urls),
    body: JSON.stringify(makeForm()),
  });
  const text = await answer.body.text();
  if (answer.statusCode === 503) return enquire(pool, urls);
  if (answer.statusCode !== 201) {
    throw new Error(`the enquiry answered ${String(answer.statusCode)}: ${text}`);
  }
}
