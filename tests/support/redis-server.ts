import { spawn } from "node:child_process";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Redis } from "ioredis";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { makeScratchDir } from "./scratch-dir.ts";

/** Starts a Redis of one's own, which forgets everything when it stops. */
export async function startRedis(args: readonly string[] = []) {
  const port = await freePort();
  const dir = makeScratchDir("redis");
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", dir];
  const server = spawn("redis-server", [...settings, ...args], { stdio: "ignore" });
  const redis = new Redis(port, "127.0.0.1");
  redis.on("error", () => undefined);
  await eventually("Redis answers", () => redis.ping().then(Boolean, () => false));
  return {
    port,
    redis,
    stop(): void {
      redis.disconnect();
      server.kill("SIGKILL");
    },
  };
}

/** Starts an address that leads to a port of this machine; its connections stay when it leads elsewhere. */
export async function startProxy(first: number) {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream]) {
      sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        sockets.delete(end);
        [client, upstream].forEach((each) => each.destroy());
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port: number): void {
      target = port;
    },
    cutAll(): void {
      for (const socket of sockets) socket.destroy();
    },
    stop(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
