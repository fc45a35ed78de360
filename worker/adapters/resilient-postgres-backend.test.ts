import { connect, createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { setClockAhead } from "../../tests/support/clock-ahead.ts";
import { test as base } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { openQueueBackend } from "./queue-backend.ts";

type DatabaseProxy = {
  url: string;
  connections: () => number;
  open: () => Promise<void>;
  startUp: () => Promise<void>;
  close: () => Promise<void>;
};

const STARTING_UP = fatalError("57P03", "the database system is starting up");

const test = base.extend<{ proxy: DatabaseProxy }>({
  proxy: async ({ database }, use) => {
    const target = new URL(database.url);
    const sockets = new Set<Socket>();
    let server: Server | null = null;
    let connections = 0;
    let port = 0;
    const close = async () => {
      for (const socket of sockets) socket.destroy();
      const closing = server;
      server = null;
      if (closing !== null) await new Promise((resolve) => closing.close(resolve));
    };
    const listen = async (accept: (socket: Socket) => void) => {
      await close();
      const listening = createServer((socket) => {
        connections += 1;
        track(socket);
        accept(socket);
      });
      server = listening;
      await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
      const address = listening.address();
      if (typeof address === "object" && address !== null) port = address.port;
    };
    const track = (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    };
    const forward = (socket: Socket) => {
      const upstream = connect(Number(target.port), target.hostname);
      track(upstream);
      socket.pipe(upstream).pipe(socket);
      socket.on("close", () => upstream.destroy());
      upstream.on("close", () => socket.destroy());
    };
    await listen(forward);
    const url = new URL(database.url);
    url.port = String(port);
    await use({
      url: url.href,
      connections: () => connections,
      open: () => listen(forward),
      startUp: () => listen((socket) => socket.once("data", () => socket.end(STARTING_UP))),
      close,
    });
    await close();
  },
});

function fatalError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

function openQueue(databaseUrl: string) {
  const backend = openQueueBackend({
    DATABASE_URL: databaseUrl,
    REDIS_URL: undefined,
    QUEUE_PREFIX: "unused",
    EMAIL_RPS: 0,
    onError: () => undefined,
  });
  const consumer = backend.consume("database", () => Promise.resolve());
  return {
    add: (name: string) => backend.queues.database.add(name, {}),
    async complete(name: string) {
      await eventually("the job is added", () =>
        backend.queues.database.add(name, {}).then(Boolean, () => false),
      );
      await eventually("the job is completed", async () => {
        const completed = await backend.queues.database.getCompleted();
        return completed.some((job) => job.name === name);
      });
    },
    async close() {
      await consumer.close();
      await backend.close();
    },
  };
}

test("queue opened while PostgreSQL is down: works once it is back", async ({ proxy }) => {
  await proxy.close();
  const queue = openQueue(proxy.url);
  await expect(queue.add("too early")).rejects.toThrow("ECONNREFUSED");
  await proxy.open();
  await queue.complete("first");
  await queue.close();
});

test("worker: continues after a PostgreSQL outage", async ({ proxy }) => {
  const queue = openQueue(proxy.url);
  await queue.complete("before");
  await proxy.close();
  await expect(queue.add("meanwhile")).rejects.toThrow(/ECONN(?:REFUSED|RESET)|EPIPE|terminated/);
  await proxy.open();
  await queue.complete("after");
  await queue.close();
});

test("PostgreSQL that turns read-only and back: the worker continues without a restart", async ({
  database,
}) => {
  const queue = openQueue(database.url);
  await queue.complete("before");
  const { rows } = await database.query<{ name: string }>("select current_database() as name");
  const name = rows[0]?.name ?? "";
  const others = "from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()";
  const turn = (isReadOnly: boolean) =>
    database.query(
      `begin; set transaction read write; alter database "${name}" set default_transaction_read_only = ${isReadOnly}; commit`,
    );
  await turn(true);
  await database.query(`select pg_terminate_backend(pid) ${others}`, [name]).catch(() => undefined);
  await eventually("writes are refused", () =>
    queue.add("meanwhile").then(
      () => false,
      (error: unknown) => String(error).includes("read-only"),
    ),
  );
  await turn(false);
  await queue.complete("after");
  await queue.close();
});

test("PostgreSQL starting up: connection attempts are throttled", async ({ proxy }) => {
  const queue = openQueue(proxy.url);
  await queue.complete("before");
  const connectionsBefore = proxy.connections();
  const begunMs = performance.now();
  await proxy.startUp();
  await eventually(
    "four more connections",
    async () => proxy.connections() >= connectionsBefore + 4,
  );
  expect(performance.now() - begunMs).toBeGreaterThan(1_000);
  await proxy.open();
  await queue.complete("after");
  await queue.close();
});

test("clock five hours ahead: rate limits and locks are released once the clock is right", async ({
  database,
}) => {
  const backend = openQueueBackend({
    DATABASE_URL: database.url,
    REDIS_URL: undefined,
    QUEUE_PREFIX: "unused",
    EMAIL_RPS: 2,
    onError: () => undefined,
  });
  onTestFinished(backend.close);
  const { email, conversions } = backend.queues;
  await conversions.add("held", {});
  await email.addBulk([1, 2, 3].map((number) => ({ name: `mail ${number}`, data: {} })));
  const clock = setClockAhead();
  const send = () => backend.consume("email", () => Promise.resolve());
  const consumers = [send()];
  onTestFinished(async () => {
    await Promise.all(consumers.map((consumer) => consumer.close()));
  });
  const killed = backend.consume("conversions", () => new Promise(() => undefined));
  await eventually("two mails are sent, the third waits, and a job is held", async () => {
    return (await email.getCompletedCount()) === 2 && (await conversions.getActiveCount()) === 1;
  });
  await killed.close(true);
  clock.setRight();
  consumers.push(
    send(),
    backend.consume("conversions", () => Promise.resolve()),
  );
  await eventually("the third mail is sent", async () => (await email.getCompletedCount()) === 3);
  await eventually("nothing is held for longer than a minute", async () => {
    const { rows } = await database.query(
      `select 1 from bullmq.job where locked_until_ms > $1
       union all select 1 from bullmq.meta where field = 'stalled-check' and value::bigint > $1`,
      [Date.now() + 60_000],
    );
    return rows.length === 0;
  });
});
