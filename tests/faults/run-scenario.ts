import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Death, describePart, type PartName } from "../stack/part.ts";
import { removePostgres } from "../stack/postgres.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { startRedisCluster } from "../support/redis-cluster.ts";
import { startRedisPair, startTlsRedis } from "../support/redis-server.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { type Findings, runLoad } from "./load.ts";
import type { Scenario } from "./scenarios.ts";

const PARTS: readonly PartName[] = ["postgres", "redis", "bridge", "emulators", "edge", "worker"];

interface ScenarioOptions {
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  readonly logsFolder: string;
}

/** @throws {Error} when a part dies by itself */
export async function runScenario(scenario: Scenario, options: ScenarioOptions): Promise<Findings> {
  const dir = makeScratchDir("faults");
  const halt = new AbortController();
  const signal = AbortSignal.any([options.signal, halt.signal]);
  const onDeath = ({ part, how }: Death): void => {
    halt.abort(new Error(`${describePart(part)} died by itself (${how}).`));
  };
  let stack: Stack | null = null;
  let hasPassed = false;
  const cluster = scenario.redis === "cluster" ? await startRedisCluster(1) : null;
  const pair = scenario.redis === "pair" ? await startRedisPair() : null;
  const secured = scenario.redis === "TLS" ? await startTlsRedis() : null;
  const own = cluster ?? pair ?? secured;
  try {
    stack = await startStack({
      dir,
      queue: scenario.queue,
      env: {
        ...(!scenario.edgePublishes && { EDGE_PUBLISH: "off" }),
        ...(own !== null && { REDIS_URL: own.url }),
        ...(secured !== null && { NODE_EXTRA_CA_CERTS: secured.caFile }),
      },
      parts: scenario.customers === 0 ? PARTS : [...PARTS, "stripe"],
      signal,
      onDeath,
    });
    const findings = await runLoad(stack, scenario, {
      cluster,
      pair,
      signal,
      onDeath,
      print: options.print,
    });
    hasPassed = findings.violations.length === 0 && findings.doubts.length === 0;
    writeFileSync(join(dir, "logs", "findings.json"), JSON.stringify(findings, null, 2));
    return findings;
  } catch (error) {
    // After an abort, the reason of the abort is the useful error.
    throw signal.aborted ? signal.reason : error;
  } finally {
    // A graceful stop would wait for a queue that may be down.
    if (signal.aborted) await stack?.parts.worker.kill("SIGKILL");
    await stack?.stop();
    await own?.stop();
    if (!hasPassed) keepLogs(join(dir, "logs"), options);
    await removePostgres(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  }
}

function keepLogs(from: string, { logsFolder, print, signal }: ScenarioOptions): void {
  if (signal.aborted || !existsSync(from)) return;
  rmSync(logsFolder, { recursive: true, force: true });
  cpSync(from, logsFolder, { recursive: true });
  print(`  The logs of all parts are in ${relative(process.cwd(), logsFolder)}.`);
}
