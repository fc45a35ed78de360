import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { makeScratchDir } from "./scratch-dir.ts";

const NOBODY = 65_534;

/**
 * Starts PgBouncer in the mode of Neon's pooler; the database may come later.
 *
 * @param connections that it has to the database
 */
export async function startPooler(databaseUrl: string, connections = 1) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const dir = makeScratchDir("pooler");
  const url = new URL(databaseUrl);
  url.port = String(await freePort());
  writeFileSync(
    join(dir, "pgbouncer.ini"),
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password} pool_size=${connections}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
  );
  chmodSync(dir, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const pooler = spawn("pgbouncer", [join(dir, "pgbouncer.ini")], { stdio: "ignore", ...user });
  const ask = async (statement: string): Promise<Record<string, unknown>[]> => {
    const console = new URL(url);
    console.pathname = "/pgbouncer";
    const client = new pg.Client({ connectionString: console.href });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await eventually("the pooler answers", () =>
    ask("show version").then(
      () => true,
      () => false,
    ),
  );
  return {
    url: url.href,
    /** How many transactions it has passed on. */
    async transactions(): Promise<number> {
      const rows = await ask("show stats");
      const row = rows.find(({ database }) => database === pathname.slice(1));
      return Number(row?.["total_xact_count"] ?? 0);
    },
    async stop(): Promise<void> {
      pooler.kill("SIGKILL");
      await once(pooler, "exit");
      rmSync(dir, { recursive: true });
    },
  };
}
