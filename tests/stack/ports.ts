import { createServer, type Server } from "node:net";
import { StackError } from "./stack-error.ts";

const OFFSETS = {
  site: 0,
  api: 1,
  inbox: 2,
  ops: 3,
  bridge: 4,
  postgres: 5,
  redis: 6,
  stripe: 7,
  inspector: 8,
} as const;
const BLOCK_SIZE = 10;
const CLAIM_OFFSET = BLOCK_SIZE - 1;
const BLOCKS_TRIED = 100;

// Browsers and fetch block these ports.
const REFUSED_BY_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

export type Ports = Record<keyof typeof OFFSETS, number>;

export interface PortBlock {
  readonly base: number;
  readonly ports: Ports;
  release(): Promise<void>;
}

/**
 * Claims ten ports.
 *
 * @param options.base first port
 * @param options.fixed only this block; otherwise the next free one
 * @param options.isWorkerElsewhere the worker runs in another terminal and may hold the ops console's port
 * @throws {StackError} naming the port in use when `fixed`, or after a hundred blocks
 */
export async function claimPorts(options: {
  base: number;
  fixed: boolean;
  isWorkerElsewhere?: boolean;
}): Promise<PortBlock> {
  for (let index = 0; index < BLOCKS_TRIED; index += 1) {
    const base = options.base + index * BLOCK_SIZE;
    const claimed = await claimBlock(base, options.isWorkerElsewhere ?? false);
    if ("release" in claimed) return claimed;
    if (options.fixed) {
      throw new StackError(
        `Port ${claimed.port} (${claimed.use}) is taken or unusable: free it, or choose another PORT_BASE than ${options.base}.`,
      );
    }
  }
  throw new StackError(`No ${BLOCK_SIZE} free ports in a row were found from ${options.base} on.`);
}

async function claimBlock(
  base: number,
  isWorkerElsewhere: boolean,
): Promise<PortBlock | { port: number; use: string }> {
  // Listening on the block's last port decides a race between two stacks.
  const claim = await listen(base + CLAIM_OFFSET, "127.0.0.1");
  if (claim === null) return { port: base + CLAIM_OFFSET, use: "claim of the block" };
  const entries = Object.entries(OFFSETS).map(([use, offset]) => ({ use, port: base + offset }));
  for (const { use, port } of entries) {
    if (isWorkerElsewhere && use === "ops") continue;
    if (REFUSED_BY_BROWSERS.has(port) || !(await isFree(port))) {
      await close(claim);
      return { port, use };
    }
  }
  claim.unref();
  return { base, ports: portsFrom(base), release: () => close(claim) };
}

function portsFrom(base: number): Ports {
  return {
    site: base + OFFSETS.site,
    api: base + OFFSETS.api,
    inbox: base + OFFSETS.inbox,
    ops: base + OFFSETS.ops,
    bridge: base + OFFSETS.bridge,
    postgres: base + OFFSETS.postgres,
    redis: base + OFFSETS.redis,
    stripe: base + OFFSETS.stripe,
    inspector: base + OFFSETS.inspector,
  };
}

async function isFree(port: number): Promise<boolean> {
  // "localhost" may resolve to either family, and another process on ::1 would get the requests.
  for (const host of ["127.0.0.1", "::1"]) {
    const server = await listen(port, host);
    if (server === null) return false;
    await close(server);
  }
  return true;
}

/** Null when the port is in use. A missing address family counts as free. */
function listen(port: number, host: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => {
      const absent =
        "code" in error && (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT");
      resolve(absent ? server : null);
    });
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
