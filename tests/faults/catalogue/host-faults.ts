import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type Fault, growthOf, waitForPositive } from "./fault.ts";

export const HOST_FAULTS = {
  "Redis's primary swapped": {
    holds: ["redis"],
    async inject({ pair, enquiries, signal }, lastsMs) {
      if (pair === null) throw new Error("Bug: this fault needs a scenario with a replica");
      const accepted = growthOf(() => enquiries.tallies().accepted);
      await pair.swap();
      const before = await pair.keysOfSecond();
      await delay(lastsMs, undefined, { signal });
      await waitForPositive(accepted, signal);
      const meanwhile = await accepted();
      await pair.follow();
      const grown = async () => (await pair.keysOfSecond()) - before;
      await waitForPositive(grown, signal);
      const keys = await grown();
      return {
        hadEffect: meanwhile > 0 && keys > 0,
        evidence: `${meanwhile} enquiries accepted while each write was refused, then ${keys} more keys at the new primary`,
      };
    },
  },
  "PostgreSQL only reads": {
    holds: ["postgres"],
    async inject({ stack, enquiries, signal }, lastsMs) {
      const refused = growthOf(() => enquiries.tallies().unavailable);
      const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
      await client.connect();
      try {
        await client.query("set default_transaction_read_only = off");
        await client.query("alter system set default_transaction_read_only = on");
        await client.query("select pg_reload_conf()");
        await delay(lastsMs, undefined, { signal });
        await waitForPositive(refused, signal);
        const damage = await refused();
        return { hadEffect: damage > 0, evidence: `${damage} attempts refused` };
      } finally {
        await client.query("alter system reset default_transaction_read_only");
        await client.query("select pg_reload_conf()");
        await client.end();
      }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
