import { accessSync, constants, existsSync } from "node:fs";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const NSS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const REMEDY = "Run `apt-get install chromium`, or set CHROME to the path of a Chrome or Chromium.";

/**
 * Checks that there is a browser for Lighthouse: in the npm package's, each page ends with `net::ERR_ABORTED`.
 *
 * @throws {Error} that says what is missing and how to get it
 */
export function requireInstalledChromium(
  environment: NodeJS.ProcessEnv = process.env,
  systemBrowsers = SYSTEM_BROWSERS,
): void {
  const installed = findInstalledChromium(environment, systemBrowsers);
  if (installed === undefined) throw new Error(`No Chromium is installed. ${REMEDY}`);
  if (!isExecutable(installed))
    throw new Error(`CHROME is "${installed}", which cannot be run. ${REMEDY}`);
}

export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const chosen = findInstalledChromium(process.env, SYSTEM_BROWSERS);
  if (chosen !== undefined) return { executablePath: chosen, args: QUIET };
  // The package unpacks its libraries and fonts only when it detects AWS Lambda.
  if (!NSS.some((folder) => existsSync(`${folder}/libnss3.so`)))
    process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs24.x";
  const packaged = (await import("@sparticuz/chromium")).default;
  // The package's default arguments are for Lambda: single process, which dies with the first
  // closed profile, and `--disable-web-security`, which would disable the checks under test.
  return { executablePath: await packaged.executablePath(), args: QUIET };
}

function findInstalledChromium(
  environment: NodeJS.ProcessEnv,
  systemBrowsers: readonly string[],
): string | undefined {
  return environment["CHROME"] || systemBrowsers.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
