import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#db/migrate.ts";
import { claimPorts } from "../stack/ports.ts";
import { createPostgres, databaseUrl, removePostgres } from "../stack/postgres.ts";
import { createRedis, findRedisServer } from "../stack/redis.ts";
import { TEMPLATE } from "./template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The administrative address of the test server. */
    databaseUrl: string;
    /** A Redis of the run's own, or null where there is no redis-server. */
    redisUrl: string | null;
  }
}

const PORT_BASE = 4_700;

function die(death: { part: string; logFile: string }): never {
  throw new Error(`${death.part} died during the tests, see ${death.logFile}`);
}

/** Starts one PostgreSQL for the run, with a migrated template that every test clones. */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), "tidepost-unit-"));
  const block = await claimPorts({ base: PORT_BASE, fixed: false });
  const password = "tests-only";
  const postgres = createPostgres({
    dir,
    port: block.ports.postgres,
    password,
    logFile: join(dir, "logs", "postgres.log"),
    pidFile: join(dir, "pids", "postgres"),
    onDeath: die,
  });
  await postgres.start();
  const url = databaseUrl({ port: block.ports.postgres, password });
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${TEMPLATE}`;
  await migrateDatabase(templateUrl.href);
  await admin.end();
  project.provide("databaseUrl", url);
  const redisServer = findRedisServer(process.env["PATH"] ?? "");
  const redis =
    redisServer === null
      ? null
      : createRedis({
          dir,
          server: redisServer,
          port: block.ports.redis,
          logFile: join(dir, "logs", "redis.log"),
          pidFile: join(dir, "pids", "redis"),
          onDeath: die,
        });
  await redis?.start();
  project.provide("redisUrl", redis === null ? null : `redis://127.0.0.1:${block.ports.redis}`);
  return async () => {
    await redis?.kill("SIGTERM");
    await postgres.kill("SIGINT");
    await removePostgres(dir);
    await rm(dir, { recursive: true, force: true });
  };
}
