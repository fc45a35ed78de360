import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { processIdentity, signalGroup } from "./process-identity.ts";

const PATIENCE_MS = 10_000;

export function pidFolder(dir: string): string {
  return join(dir, "run");
}

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
  const running = processIdentity(pid);
  // A process group can outlive its leader; the kernel reuses the id only when the group is empty.
  if (running !== null && running !== identity) return;
  signalGroup(pid, signal);
  const deadline = Date.now() + PATIENCE_MS;
  while (processIdentity(pid) === identity && Date.now() < deadline) await delay(25);
  if (processIdentity(pid) === identity) signalGroup(pid, "SIGKILL");
}
