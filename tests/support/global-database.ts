import { rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#db/bin/migrate.ts";
import { startStack } from "../stack/stack.ts";
import { makeScratchDir } from "./scratch-dir.ts";
import { TEMPLATE } from "./template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string | null;
  }
}

export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dir = makeScratchDir("unit");
  const stack = await startStack({ dir, parts: ["postgres", "redis"] });
  const { databaseUrl, redisUrl } = stack.urls;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  // Databases of tests are disposable, so durability is off.
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
