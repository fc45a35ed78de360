import pg from "pg";
import { Pool } from "undici";
import * as z from "zod";
import type { StackUrls } from "../stack/settings.ts";
import { eventually } from "../support/eventually.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { median, percentile } from "./figures.ts";

export const ENQUIRIES = 100;

const WARM_UP = 20;

const EFFECTS = 3;

const Row = z.object({ id: z.string() });
const Settled = z.object({ audit_ms: z.number(), all_ms: z.number(), effects: z.number() });

type Spread = { p50Ms: number; p99Ms: number };

export type Latency = { audit: Spread; all: Spread };

/**
 * Sends one enquiry at a time to an idle product and reads the commit times of its effects.
 *
 * @returns time from sending to the audit effect's commit and to the last effect's
 */
export async function measureLatency(urls: StackUrls): Promise<Latency> {
  const pool = new Pool(urls.api, { connections: 1 });
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  await client.connect();
  const auditMs: number[] = [];
  const allMs: number[] = [];
  try {
    for (let index = 0; index < WARM_UP + ENQUIRIES; index += 1) {
      const sentAtMs = Date.now();
      const answer = await pool.request({
        method: "POST",
        path: "/rest/v1/form_submissions",
        headers: makeHeaders(urls),
        body: JSON.stringify(makeForm()),
      });
      const { id } = Row.parse(await answer.body.json());
      const completed = await eventually("every effect is completed", () =>
        readCompleted(client, id),
      );
      if (index < WARM_UP) continue;
      auditMs.push(completed.audit_ms - sentAtMs);
      allMs.push(completed.all_ms - sentAtMs);
    }
  } finally {
    await pool.close();
    await client.end();
  }
  return { audit: spread(auditMs), all: spread(allMs) };
}

async function readCompleted(client: pg.Client, submissionId: string) {
  const { rows } = await client.query(
    `with completed as (
       select action, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at_ms
       from audit_log where subject_id = $1
     )
     select max(at_ms) filter (where action = 'effect.audit') as audit_ms, max(at_ms) as all_ms,
       count(*)::int as effects
     from completed having count(*) = $2`,
    [submissionId, EFFECTS],
  );
  return rows.length === 0 ? undefined : Settled.parse(rows[0]);
}

function spread(valuesMs: readonly number[]): Spread {
  return { p50Ms: median(valuesMs), p99Ms: percentile(valuesMs, 0.99) };
}
