import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../stack/paths.ts";
import { findInstalledChromium } from "./chromium.ts";

const REMEDY = "Run `apt-get install chromium`, or set CHROME to the path of a Chrome or Chromium.";

test("no Chromium installed: the error says how to get one", () => {
  expect(() => findInstalledChromium({}, [])).toThrow(`No Chromium is installed. ${REMEDY}`);
});

test("empty CHROME: the system's browser is used", () => {
  const systemBrowsers = ["/no/such/browser", process.execPath];
  expect(findInstalledChromium({ CHROME: "" }, systemBrowsers)).toBe(process.execPath);
});

test("bench:web with a wrong CHROME: names it and starts nothing", { timeout: 60_000 }, () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "tests/bench/web.ts")], {
    encoding: "utf8",
    env: { ...process.env, CHROME: "/no/such/browser" },
  });
  expect(stdout).toBe(`CHROME is "/no/such/browser", which cannot be run. ${REMEDY}\n`);
  expect(status).toBe(1);
});
