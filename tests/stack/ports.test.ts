import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { claimPorts } from "./ports.ts";

// Away from the default, and rarely the same, so that no stack that runs beside the tests is met.
const BASE = 20_000 + randomInt(50) * 200;

test("two stacks that start at the same moment get different blocks", async () => {
  const blocks = await Promise.all([
    claimPorts({ base: BASE, fixed: false }),
    claimPorts({ base: BASE, fixed: false }),
    claimPorts({ base: BASE, fixed: false }),
  ]);
  expect(new Set(blocks.map((block) => block.base)).size).toBe(3);
  await Promise.all(blocks.map((block) => block.release()));
});

test("a block with a taken port is skipped, or named when it was asked for", async () => {
  const squatter = createServer();
  await new Promise<void>((resolve, reject) => {
    squatter.once("error", reject).listen(BASE + 101, "127.0.0.1", resolve);
  });
  const block = await claimPorts({ base: BASE + 100, fixed: false });
  expect(block.base).toBe(BASE + 110);
  await block.release();
  await expect(claimPorts({ base: BASE + 100, fixed: true })).rejects.toThrow(
    `Port ${BASE + 101} (api) is taken`,
  );
  squatter.close();
});

test("ports that browsers refuse to open are not given", async () => {
  await expect(claimPorts({ base: 5060, fixed: true })).rejects.toThrow("Port 5060 (site)");
});
