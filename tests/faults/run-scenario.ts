import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Death, describePart, type PartName } from "../stack/part.ts";
import { claimPorts } from "../stack/ports.ts";
import { databaseUrl, removePostgres } from "../stack/postgres.ts";
import { loadSecrets } from "../stack/secrets.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { startPooler } from "../support/pooler.ts";
import { startRedisCluster } from "../support/redis-cluster.ts";
import { startProxy, startRedis, startRedisPair, startTlsRedis } from "../support/redis-server.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { type Findings, runLoad } from "./load.ts";
import type { Scenario } from "./scenarios.ts";

const PARTS: readonly PartName[] = ["postgres", "redis", "bridge", "emulators", "edge", "worker"];

const FIRST_PORT = 5_200;
/** Fewer than the worker's connections to the pooler. */
const POOL_SIZE = 6;

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
  const surroundings = await surround(scenario, dir);
  const own = cluster ?? pair ?? secured;
  try {
    stack = await startStack({
      dir,
      queue: scenario.queue,
      env: {
        ...(!scenario.edgePublishes && { EDGE_PUBLISH: "off" }),
        ...(own !== null && { REDIS_URL: own.url }),
        ...(secured !== null && { NODE_EXTRA_CA_CERTS: secured.caFile }),
        ...surroundings.env,
      },
      ...surroundings.place,
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
    const said = await surroundings.describe();
    if (said !== null) options.print(said);
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
    await surroundings.stop();
    if (!hasPassed) keepLogs(join(dir, "logs"), options);
    await removePostgres(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  }
}

/** What stands between the parts: known by its ports before they start. */
async function surround({ isPooled, distanceMs }: Scenario, dir: string) {
  const block = await claimPorts({ base: FIRST_PORT, fixed: false });
  await block.release();
  const { base: portBase, ports } = block;
  if (isPooled === true) {
    const { databasePassword: password } = await loadSecrets(dir);
    const pooler = await startPooler(databaseUrl({ port: ports.postgres, password }), POOL_SIZE);
    return {
      place: { portBase },
      env: { DATABASE_POOL_URL: pooler.url },
      async describe() {
        const count = await pooler.transactions();
        if (count === 0) throw new Error("Nothing went through the pooler.");
        return `  ${count} transactions went through the pooler.`;
      },
      stop: () => pooler.stop(),
    };
  }
  if (distanceMs !== undefined) {
    const redis = await startRedis();
    const [toDatabase, toRedis] = [
      await startProxy(ports.bridge, distanceMs / 2),
      await startProxy(redis.port, distanceMs / 2),
    ];
    return {
      place: { portBase },
      env: {
        NEON_FETCH_ENDPOINT: `http://127.0.0.1:${toDatabase.port}/sql`,
        REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      },
      describe: () => Promise.resolve(`  Everything the edge asked for was ${distanceMs} ms away.`),
      stop() {
        toDatabase.stop();
        toRedis.stop();
        redis.stop();
        return Promise.resolve();
      },
    };
  }
  return {
    place: {},
    env: {},
    describe: () => Promise.resolve(null),
    stop: () => Promise.resolve(),
  };
}

function keepLogs(from: string, { logsFolder, print, signal }: ScenarioOptions): void {
  if (signal.aborted || !existsSync(from)) return;
  rmSync(logsFolder, { recursive: true, force: true });
  cpSync(from, logsFolder, { recursive: true });
  print(`  The logs of all parts are in ${relative(process.cwd(), logsFolder)}.`);
}
