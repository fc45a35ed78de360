import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ROOT } from "../stack/paths.ts";
import { findHeadlessShell, findInstalledChromium, launchBrowser } from "./chromium.ts";

const REMEDY =
  "Set CHROME to the path of a Chrome or Chromium, such as /usr/bin/chromium after `apt-get install chromium`.";

afterEach(() => vi.unstubAllEnvs());

test("a CHROME that is not there: tests name it, and how to get one", async () => {
  vi.stubEnv("CHROME", "/no/such/browser");
  await expect(findHeadlessShell()).rejects.toThrow(
    `CHROME is "/no/such/browser", which cannot be run. ${REMEDY}`,
  );
});

test("a browser that does not start: tests name it, and how to get one", async () => {
  vi.stubEnv("CHROME", "/bin/false");
  await expect(launchBrowser()).rejects.toThrow(`/bin/false does not start. ${REMEDY}`);
});

test("no Chromium installed: the error says how to get one", () => {
  expect(() => findInstalledChromium({}, [])).toThrow(`No Chromium is installed. ${REMEDY}`);
});

test("empty CHROME: the system's browser is used", () => {
  const systemBrowsers = ["/no/such/browser", process.execPath];
  expect(findInstalledChromium({ CHROME: "" }, systemBrowsers)).toBe(process.execPath);
});

test("bench:web with a wrong CHROME: names it and starts nothing", () => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "tests/bench/web.ts")], {
    encoding: "utf8",
    env: { ...process.env, CHROME: "/no/such/browser" },
  });
  expect(stdout).toBe(`CHROME is "/no/such/browser", which cannot be run. ${REMEDY}\n`);
  expect(status).toBe(1);
});
