import { accessSync, constants, existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const NSS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];

export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const REMEDY =
  "Set CHROME to the path of a Chrome or Chromium, such as /usr/bin/chromium after `apt-get install chromium`.";

/**
 * The browser of the tests: `CHROME`, else the headless shell of the npm package. The shell draws
 * what a whole Chromium draws with two thirds of its CPU time, and is the same on every machine. The
 * first call of a machine unpacks it to the temp folder.
 *
 * @throws {Error} that says what is missing and how to get it
 */
export async function findHeadlessShell(): Promise<string> {
  const chosen = process.env["CHROME"];
  if (chosen) return requireExecutable(chosen);
  // The package unpacks its libraries and fonts only when it detects AWS Lambda.
  if (!NSS.some((folder) => existsSync(`${folder}/libnss3.so`)))
    process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs24.x";
  try {
    return await (await import("@sparticuz/chromium")).default.executablePath();
  } catch (error) {
    throw new Error(`@sparticuz/chromium cannot be unpacked. ${REMEDY}`, { cause: error });
  }
}

const FONTS = new URL("fonts.conf", import.meta.url).pathname;

/** Its only font is that of most phones, because the fonts of a machine may be wider. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findHeadlessShell();
  try {
    return await chromium.launch({
      executablePath,
      args: CHROMIUM_ARGS,
      env: { ...process.env, FONTCONFIG_FILE: FONTS },
    });
  } catch (error) {
    // Built for another processor, or without a library that it needs: Playwright's own message is a page long.
    throw new Error(`${executablePath} does not start. ${REMEDY}`, { cause: error });
  }
}

/**
 * The browser of Lighthouse, which ends each page of the headless shell with `net::ERR_ABORTED`.
 *
 * @throws {Error} that says what is missing and how to get it
 */
export function findInstalledChromium(
  environment: NodeJS.ProcessEnv = process.env,
  systemBrowsers: readonly string[] = SYSTEM_BROWSERS,
): string {
  const installed = environment["CHROME"] || systemBrowsers.find(isExecutable);
  if (installed === undefined) throw new Error(`No Chromium is installed. ${REMEDY}`);
  return requireExecutable(installed);
}

function requireExecutable(path: string): string {
  if (isExecutable(path)) return path;
  throw new Error(`CHROME is "${path}", which cannot be run. ${REMEDY}`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
