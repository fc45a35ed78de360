import { join } from "node:path";
import pg from "pg";
import { flushRedis } from "../stack/redis.ts";
import type { Stack, Step } from "../stack/stack.ts";
import { measureAccounts } from "./accounts.ts";
import { measureWorker } from "./backlog.ts";
import { measureBilling } from "./billing.ts";
import { bundleBenchEdge } from "./bundle-edge.ts";
import { recordCommitTimes } from "./commit-times.ts";
import { measureCosts } from "./costs.ts";
import { measureEdge } from "./edge-rounds.ts";
import { measureLatency } from "./latency.ts";
import {
  describeAccounts,
  describeBilling,
  describeCosts,
  describeEdge,
  describeLatency,
  describeRoundTrips,
  describeWorker,
} from "./report.ts";
import { countRoundTrips } from "./round-trips.ts";
import type { Section } from "./table.ts";

/**
 * Runs all measurements one after another, because they share the processors.
 *
 * @param stack without the site; its parts are stopped and started
 * @param isOfCosts only what each request costs
 */
export async function measure(
  stack: Stack,
  dir: string,
  onStep: (step: Step) => void,
  isOfCosts: boolean,
): Promise<Section[]> {
  const { parts, urls } = stack;
  const step = async <T>(label: string, task: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    onStep({ label });
    const result = await task();
    onStep({ label, tookMs: performance.now() - startedMs });
    return result;
  };

  await parts.worker.kill();
  await recordCommitTimes(stack);
  const bundle = join(dir, "bench-edge");
  await step("Edge bundle with bare routes", () => bundleBenchEdge(bundle));

  // The worker is stopped: it would take CPU time from one variant only.
  await parts.edge.restart({ env: { EDGE_BUNDLE: bundle, EDGE_PUBLISH: "off" } });
  const costs = describeCosts(await step("One request", () => measureCosts(stack)));
  if (isOfCosts) return [costs];
  const edgeOff = await step("Edge, publishing off", () => measureEdge(urls));
  const accounts = await step("Accounts", () => measureAccounts(urls));
  const billing = await step("Billing", () => measureBilling(stack));
  const roundTrips = await countRoundTrips(urls, `http://127.0.0.1:${stack.ports.bridge}`);
  const sections = [
    describeEdge("off", edgeOff),
    describeAccounts(accounts),
    describeBilling(billing),
    costs,
  ];
  if (urls.redisUrl !== null) {
    await parts.edge.restart({ env: { EDGE_PUBLISH: "on" } });
    const edgeOn = await step("Edge, publishing on", () => measureEdge(urls));
    sections.push(describeEdge("on", edgeOn));
  }

  // Resend's webhooks take the edge as much CPU time as the emails take the worker.
  await parts.emulators.restart({ env: { WEBHOOK_URL: undefined } });
  const queues = urls.redisUrl === null ? [null] : [urls.redisUrl, null];
  for (const redisUrl of queues) {
    await completeOpenWork(stack);
    const name = redisUrl === null ? "PostgreSQL" : "Redis";
    const publishing = redisUrl === null ? "off" : "on";
    await parts.edge.restart({ env: { EDGE_PUBLISH: publishing } });
    await parts.worker.start({ env: { REDIS_URL: redisUrl ?? undefined } });
    const latency = await step(`Latency, queue in ${name}`, () => measureLatency(urls));
    const worker = await step(`Worker, queue in ${name}`, () => measureWorker(stack, redisUrl));
    await parts.worker.kill();
    sections.push(describeLatency(name, publishing, latency), describeWorker(name, worker));
  }
  return [...sections, describeRoundTrips(roundTrips)];
}

/**
 * Completes the effects left by the edge rounds, so that they do not run during another
 * measurement.
 */
async function completeOpenWork({ urls }: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  await client.connect();
  await client.query("update outbox_events set completed_at = now() where completed_at is null");
  await client.query("delete from promises");
  await client.query("vacuum analyze");
  await client.end();
  if (urls.redisUrl !== null) await flushRedis(urls.redisUrl);
}
