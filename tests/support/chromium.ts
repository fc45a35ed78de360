import { accessSync, constants, existsSync } from "node:fs";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where Linux keeps the libraries of NSS, which Chromium needs and a bare machine has not. */
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

/** How the browser is started that everything here drives: `CHROME`, else the system's, else that of an npm package. */
export async function findChromium(): Promise<{ executablePath: string; args: string[] }> {
  const chosen = findInstalledChromium(process.env, SYSTEM_BROWSERS);
  if (chosen !== undefined) return { executablePath: chosen, args: QUIET };
  // The package unpacks libraries and fonts of its own only where it takes itself to be in that cloud.
  if (!NSS.some((folder) => existsSync(`${folder}/libnss3.so`)))
    process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs24.x";
  const packaged = (await import("@sparticuz/chromium")).default;
  // Not with the package's own arguments: they are for a function in the cloud, put everything into one process, which
  // dies with the first profile that is closed, and switch off what the tests are about (`--disable-web-security`).
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
