import { type PromiseFiguresResponse, PUBLISHED_PROMISES } from "#contracts/api/promise-figures.ts";
import { DAY_MS, HOUR_MS } from "#contracts/durations.ts";
import { TERMS } from "#contracts/terms.ts";
import { getPromiseFigures } from "#db/promises/find-promises.ts";
import type { EdgeDeps } from "./deps.ts";
import { newRoutes } from "./http/env.ts";

const HOUR_S = HOUR_MS / 1_000;

/** `GET /functions/v1/promise-figures`: an isolate counts once an hour; requests that arrive meanwhile count for themselves. */
export function promiseFigureRoutes({ db, now }: EdgeDeps) {
  let counted: { at: number; answer: PromiseFiguresResponse } | null = null;
  return newRoutes().get("/", async (c) => {
    const at = now().getTime();
    if (counted === null || at - counted.at >= HOUR_MS) {
      counted = { at, answer: await countPromises(db, at) };
    }
    c.header("Cache-Control", `public, max-age=${HOUR_S}`);
    return c.json(counted.answer);
  });
}

async function countPromises(db: EdgeDeps["db"], atMs: number): Promise<PromiseFiguresResponse> {
  const at = new Date(atMs).toISOString();
  const since = new Date(atMs - TERMS.figures.days * DAY_MS).toISOString().slice(0, 10);
  const { rules } = await getPromiseFigures(db, { since: `${since}T00:00:00.000Z`, at });
  return {
    since,
    figures: PUBLISHED_PROMISES.flatMap((rule) => {
      const found = rules.find((figures) => figures.rule === rule);
      if (found === undefined) return [];
      const { count: made, missed, medianS } = found;
      return [{ rule, made, in_time: made - missed, median_seconds: medianS }];
    }),
  };
}
