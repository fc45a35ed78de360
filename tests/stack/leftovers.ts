import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processIdentity, signalGroup } from "./process-identity.ts";

const PATIENCE_MS = 10_000;

/** Folder of the files that name the running processes of a stack. */
export function pidFolder(dir: string): string {
  return join(dir, "run");
}

/** Ends what a killed launcher left running. Only for whoever holds the lock of the stack. */
export async function stopOrphans(dir: string): Promise<void> {
  const folder = pidFolder(dir);
  if (!existsSync(folder)) return;
  await Promise.all(
    readdirSync(folder).map(async (name) => {
      const file = join(folder, name);
      await stopLeftover(
        readFileSync(file, "utf8"),
        name.startsWith("postgres") ? "SIGINT" : "SIGKILL",
      );
      rmSync(file, { force: true });
    }),
  );
}

async function stopLeftover(identity: string, signal: NodeJS.Signals): Promise<void> {
  const pid = Number.parseInt(identity, 10);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const living = processIdentity(pid);
  // A dead leader's group may live on; the system gives its number to nobody else until the group is gone too.
  if (living !== null && living !== identity) return;
  signalGroup(pid, signal);
  const deadline = Date.now() + PATIENCE_MS;
  while (processIdentity(pid) === identity && Date.now() < deadline) await delay(25);
  if (processIdentity(pid) === identity) signalGroup(pid, "SIGKILL");
}
