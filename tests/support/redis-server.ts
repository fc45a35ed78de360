import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Transform } from "node:stream";
import { Redis } from "ioredis";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import { makeScratchDir } from "./scratch-dir.ts";

/** Starts a Redis of one's own, which forgets everything when it stops. */
export async function startRedis(args: readonly string[] = []) {
  const port = await freePort();
  const dir = makeScratchDir("redis");
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", dir];
  const server = spawn(process.env["REDIS_SERVER"] || "redis-server", [...settings, ...args], {
    stdio: "ignore",
  });
  const redis = new Redis(port, "127.0.0.1");
  redis.on("error", () => undefined);
  await eventually("Redis answers", () => redis.ping().then(Boolean, () => false));
  return {
    port,
    redis,
    stop: (): void => {
      redis.disconnect();
      server.kill("SIGKILL");
    },
  };
}

/**
 * Starts an address that leads to a port of this machine; its connections stay when it leads elsewhere.
 *
 * @param delayMs that bytes take in each direction
 */
export async function startProxy(first: number, delayMs = 0) {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    if (delayMs === 0) client.pipe(upstream).pipe(client);
    else client.pipe(delayed(delayMs)).pipe(upstream).pipe(delayed(delayMs)).pipe(client);
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
    stop: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The way is long, not narrow: what comes later waits for nothing but its own time. */
function delayed(delayMs: number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      setTimeout(() => this.push(chunk), delayMs);
      done();
    },
    flush(done) {
      setTimeout(done, delayMs);
    },
  });
}

export type RedisPair = Awaited<ReturnType<typeof startRedisPair>>;

/** A primary and its replica behind one address. */
export async function startRedisPair() {
  const first = await startRedis();
  const second = await startRedis(["--replicaof", "127.0.0.1", String(first.port)]);
  const proxy = await startProxy(first.port);
  return {
    url: `redis://127.0.0.1:${proxy.port}`,
    async lose(): Promise<void> {
      proxy.leadTo(1);
      proxy.cutAll();
    },
    async findAgain(): Promise<void> {
      proxy.leadTo(first.port);
    },
    /** The replica becomes the primary, and connections stay at the server that is one no more. */
    async swap(): Promise<void> {
      await second.redis.call("REPLICAOF", "NO", "ONE");
      await first.redis.call("REPLICAOF", "127.0.0.1", String(second.port));
    },
    async follow(): Promise<void> {
      proxy.leadTo(second.port);
    },
    /** How many keys the server has that was the replica. */
    keysOfSecond: (): Promise<number> => second.redis.dbsize(),
    async stop(): Promise<void> {
      proxy.stop();
      first.stop();
      second.stop();
    },
  };
}

/** A Redis that also speaks TLS, with a certificate of an authority of its own. */
export async function startTlsRedis() {
  const dir = makeScratchDir("redis-tls");
  const at = (name: string) => join(dir, name);
  const openssl = (args: string) => execFileSync("openssl", args.split(" "), { stdio: "ignore" });
  const key = (name: string) =>
    `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${at(`${name}.key`)}`;
  openssl(`req -x509 ${key("ca")} -out ${at("ca.crt")} -days 2 -subj /CN=authority`);
  openssl(`req ${key("redis")} -out ${at("redis.csr")} -subj /CN=localhost`);
  writeFileSync(at("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1");
  openssl(
    `x509 -req -in ${at("redis.csr")} -CA ${at("ca.crt")} -CAkey ${at("ca.key")} -CAcreateserial -out ${at("redis.crt")} -days 2 -extfile ${at("names")}`,
  );
  const tlsPort = await freePort();
  const redis = await startRedis([
    "--tls-port",
    String(tlsPort),
    "--tls-auth-clients",
    "no",
    "--tls-cert-file",
    at("redis.crt"),
    "--tls-key-file",
    at("redis.key"),
    "--tls-ca-cert-file",
    at("ca.crt"),
  ]);
  return {
    url: `rediss://localhost:${tlsPort}`,
    caFile: at("ca.crt"),
    stop: async (): Promise<void> => redis.stop(),
  };
}
