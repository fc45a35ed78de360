import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { claimPorts } from "./ports.ts";

const BASE = 20_000 + randomInt(50) * 200;

test("two stacks starting concurrently: different port blocks", async () => {
  const blocks = await Promise.all([
    claimPorts({ base: BASE, fixed: false }),
    claimPorts({ base: BASE, fixed: false }),
    claimPorts({ base: BASE, fixed: false }),
  ]);
  expect(new Set(blocks.map((block) => block.base)).size).toBe(3);
  await Promise.all(blocks.map((block) => block.release()));
});

test("block with a port in use: skipped, or an error when requested", async () => {
  const otherServer = createServer();
  await new Promise<void>((resolve, reject) => {
    otherServer.once("error", reject).listen(BASE + 101, "127.0.0.1", resolve);
  });
  const block = await claimPorts({ base: BASE + 100, fixed: false });
  expect(block.base).toBe(BASE + 110);
  await block.release();
  await expect(claimPorts({ base: BASE + 100, fixed: true })).rejects.toThrow(
    `Port ${BASE + 101} (api) is taken`,
  );
  otherServer.close();
});

test("ops console's port held by a worker of another terminal: the services keep their block", async () => {
  const worker = createServer();
  await new Promise<void>((resolve, reject) => {
    worker.once("error", reject).listen(BASE + 153, "127.0.0.1", resolve);
  });
  const block = await claimPorts({ base: BASE + 150, fixed: false, isWorkerElsewhere: true });
  expect(block.base).toBe(BASE + 150);
  await block.release();
  worker.close();
});

test("ports blocked by browsers: never assigned", async () => {
  await expect(claimPorts({ base: 5060, fixed: true })).rejects.toThrow("Port 5060 (site)");
});
