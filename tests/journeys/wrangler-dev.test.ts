import { readFileSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WRANGLER } from "../../edge/deploy/wrangler.ts";
import { BUILD_ENV } from "../stack/builds.ts";
import { writeDevVars } from "../stack/dev-vars.ts";
import { createPart, type Part } from "../stack/part.ts";
import { answersOk } from "../stack/parts.ts";
import { ROOT, stackFile } from "../stack/paths.ts";
import { claimPorts, type PortBlock } from "../stack/ports.ts";
import { eventually } from "../support/eventually.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { contactForm, freshAddress, freshIp, mailsAbout } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();

let dir: string;
let block: PortBlock;
let wranglerDev: Part;

/** The checkout as `wrangler dev` sees it, with a `.dev.vars` that no developer shares. */
beforeAll(async () => {
  dir = makeScratchDir("wrangler-dev");
  for (const name of ["wrangler.toml", "edge", "package.json", "node_modules"])
    symlinkSync(join(ROOT, name), join(dir, name));
  const settings = readFileSync(join(dirname(stack.logs), "settings.env"), "utf8");
  writeDevVars(join(dir, ".dev.vars"), parseEnv(settings));
  block = await claimPorts({ base: 28_000, fixed: false });
  const { api, inspector } = block.ports;
  wranglerDev = createPart({
    name: "edge",
    command: process.execPath,
    args: [
      "--import",
      stackFile("exit-with-parent.ts"),
      WRANGLER,
      "dev",
      `--port=${api}`,
      `--inspector-port=${inspector}`,
    ],
    cwd: dir,
    env: { ...process.env, ...BUILD_ENV, CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    isHealthy: () => answersOk(`http://127.0.0.1:${api}/readyz`),
    logFile: join(dir, "wrangler.log"),
    pidFile: join(dir, "wrangler.pid"),
    startTimeoutMs: 100_000,
    onHealthy: () => {},
    onDeath: () => {},
  });
  await wranglerDev.start();
});

afterAll(async () => {
  await wranglerDev.kill();
  await block.release();
  await rm(dir, { recursive: true, force: true });
});

test("wrangler dev beside a stack becomes ready, and the stack answers the enquiry that it takes", async () => {
  const address = freshAddress();
  const response = await fetch(`http://127.0.0.1:${block.ports.api}/rest/v1/form_submissions`, {
    method: "POST",
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${stack.anonKey}`,
      "content-type": "application/json",
      "cf-connecting-ip": freshIp(),
    },
    body: JSON.stringify(contactForm(address)),
  });
  expect(response.status).toBe(201);
  await eventually("both mails arrived", async () => (await mailsAbout(address)).length === 2);
});
