import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD_ENV } from "../stack/builds.ts";
import { createPart, type Part } from "../stack/part.ts";
import { answersOk } from "../stack/parts.ts";
import { ROOT, stackFile } from "../stack/paths.ts";
import { claimPorts, type PortBlock } from "../stack/ports.ts";
import type { StackUrls } from "../stack/settings.ts";
import { eventually } from "../support/eventually.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { contactForm, freshAddress, type InboxMail } from "../support/stack-client.ts";

// What a developer does in three terminals: `npm run services`, `npx wrangler dev`, `node worker/main.ts`.

/** Each starts slowly on a busy machine. */
const START_MS = 100_000;

const NOT_COPIED = new Set(["node_modules", "dist", ".tsc", ".wrangler", ".local", ".git"]);

const BUILT = ["web/dist", ".local/cache/web.sha256"];

let dir: string;
let block: PortBlock;
let api: string;
const running: Part[] = [];

/** A clone that no developer works in, because the commands write into it. */
beforeAll(async () => {
  dir = makeScratchDir("wrangler-dev");
  cpSync(ROOT, dir, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  for (const path of BUILT) cpSync(join(ROOT, path), join(dir, path), { recursive: true });
  // Not the folder itself, in which Vite keeps a cache.
  mkdirSync(join(dir, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== ".vite")
      symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
  }
  block = await claimPorts({ base: 28_000, fixed: false });
  api = `http://localhost:${block.ports.api}`;
});

afterAll(async () => {
  await Promise.all(running.map((part) => part.kill()));
  await block.release();
  await rm(dir, { recursive: true, force: true });
});

function terminal(
  name: string,
  args: readonly string[],
  isHealthy: () => Promise<boolean>,
  env: Readonly<Record<string, string>> = {},
): Part {
  const part = createPart({
    name: "edge",
    command: process.execPath,
    args: ["--import", stackFile("exit-with-parent.ts"), ...args],
    cwd: dir,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    isHealthy,
    logFile: join(dir, `${name}.log`),
    pidFile: join(dir, `${name}.pid`),
    startTimeoutMs: START_MS,
    onHealthy: () => {},
    onDeath: () => {},
  });
  running.push(part);
  return part;
}

test(
  "beside the services wrangler dev and the worker, with an EmailJS account, answer an enquiry, and say when the services are gone",
  { timeout: 3 * START_MS },
  async () => {
    const services = terminal(
      "services",
      ["tests/stack/start.ts", "--services"],
      async () => readFileSync(join(dir, "services.log"), "utf8").includes("Ctrl-C"),
      { API_URL: api, MAIL_TRANSPORT: "emailjs" },
    );
    await services.start();
    const urls = JSON.parse(readFileSync(join(dir, ".local", "stack.json"), "utf8")) as StackUrls;
    await Promise.all([
      terminal(
        "wrangler",
        [
          "node_modules/wrangler/bin/wrangler.js",
          "dev",
          `--port=${block.ports.api}`,
          `--inspector-port=${block.ports.inspector}`,
        ],
        () => answersOk(`${api}/readyz`),
        { ...BUILD_ENV, CLOUDFLARE_CF_FETCH_ENABLED: "false" },
      ).start(),
      terminal("worker", ["worker/main.ts"], () =>
        answersOk(`${new URL(urls.ops).origin}/readyz`),
      ).start(),
    ]);

    const address = freshAddress();
    const response = await fetch(`${api}/rest/v1/form_submissions`, {
      method: "POST",
      headers: {
        apikey: urls.anonKey,
        authorization: `Bearer ${urls.anonKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(contactForm(address)),
    });
    expect(response.status).toBe(201);
    const mails = await eventually("both mails arrived", async () => {
      const all = (await (await fetch(`${urls.inbox}.json`)).json()) as InboxMail[];
      // A new stack mails its operator, too.
      const answers = all.filter(({ to }) => to === address || to === "team@tidepost.example");
      return answers.length === 2 && answers;
    });
    expect(mails.map(({ transport }) => transport)).toEqual(["emailjs", "emailjs"]);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([address, "team@tidepost.example"]);
    expect(mails.map(({ text }) => text).join("\n")).toContain("Not provided");
    await eventually("the operator can sign in", async () =>
      existsSync(join(dir, ".local", "ops-authenticator")),
    );

    await services.kill();
    // The database ends by itself, once it notices that what started it is gone.
    await eventually("the edge says that it is not ready", async () => {
      const response = await fetch(`${api}/readyz`);
      return response.status === 503 && (await response.text()).includes('"unavailable"');
    });
  },
);
