import { rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#db/bin/migrate.ts";
import { startStack } from "../stack/stack.ts";
import { makeScratchDir } from "./scratch-dir.ts";
import { TEMPLATE } from "./template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The administrative address of the test server. */
    databaseUrl: string;
    /** A Redis of the run's own, or null where there is no redis-server. */
    redisUrl: string | null;
  }
}

/** Starts one PostgreSQL for the run, with a migrated template that every test clones, and a Redis. */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dir = makeScratchDir("unit");
  const stack = await startStack({ dir, parts: ["postgres", "redis"] });
  const { databaseUrl, redisUrl } = stack.urls;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  // Every test makes a database and throws it away: nobody needs any of it after a power cut.
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
    await admin.query(`alter system set ${setting} = off`);
  }
  await admin.query("alter system set max_wal_size = '256MB'");
  await admin.query("select pg_reload_conf()");
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const templateUrl = new URL(databaseUrl);
  templateUrl.pathname = `/${TEMPLATE}`;
  await migrateDatabase(templateUrl.href);
  project.provide("databaseUrl", databaseUrl);
  project.provide("redisUrl", redisUrl);
  return async () => {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
