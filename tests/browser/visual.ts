import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Browser } from "playwright-core";
import { readArguments } from "#db/bin/arguments.ts";
import { isPrivatePath, paths } from "../../web/src/paths.ts";
import { DEFAULT_STACK_DIR } from "../stack/paths.ts";
import { createProgress } from "../stack/progress.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { launchBrowser } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { visitAsDemo } from "./demo-answers.ts";
import { difference, shrink } from "./pictures.ts";

// Compares screenshots of the main pages, and of a customer's, with `baseline/`; `--update` renews them. Another browser or
// other fonts make pictures incomparable, so those are skipped.

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ["home", paths.home],
  ["contact", paths.contact],
  ["pricing", paths.pricing],
  ["services", paths.services],
  ["portfolio", paths.portfolio],
  ["nightlife", paths.nightlife],
  ["paid-ads", paths.paidAds],
  ["results", paths.results],
  ["free-trial", paths.freeTrial],
  ["not-found", "/no-such-page"],
  ["dashboard", paths.dashboard],
  ["calendar", paths.calendar],
  ["calendar-list", `${paths.calendar}?view=list`],
  ["review", `${paths.review}#${"a".repeat(43)}`],
  ["reports", paths.reports],
  ["billing", paths.accountBilling],
  ["account", paths.accountSecurity],
  ["brief", paths.brief],
];

type Shape = {
  readonly width: number;
  readonly height: number;
  readonly keptWidth: number;
  /** Not 16 px, as a person may have set it. */
  readonly textSize?: number;
  /** Those that differ most by width; else all of them. */
  readonly pages?: readonly string[];
};

const VARIED = ["home", "pricing", "services", "nightlife"];

const SHAPES: readonly Shape[] = [
  { width: 360, height: 740, keptWidth: 120, pages: VARIED },
  { width: 390, height: 844, keptWidth: 130 },
  { width: 390, height: 664, keptWidth: 130, pages: VARIED, textSize: 32 },
  { width: 768, height: 1024, keptWidth: 256, pages: VARIED },
  { width: 1366, height: 657, keptWidth: 342, pages: VARIED },
  { width: 1440, height: 900, keptWidth: 360 },
  { width: 1920, height: 1080, keptWidth: 384, pages: VARIED },
  { width: 2560, height: 1440, keptWidth: 426, pages: VARIED },
];

const BASELINE = join(import.meta.dirname, "baseline");
const RECORD = join(BASELINE, "taken-with.json");
const DIFFERENCES = join(DEFAULT_STACK_DIR, "visual");

const { update } = readArguments({ update: "flag" }).flags;
const dir = mkdtempSync(join(tmpdir(), "tidepost-visual-"));
const progress = createProgress(process.stdout);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => interrupted.abort(new Error("The comparison was interrupted.")));

let stack: Stack | null = null;
let browser: Browser | null = null;
try {
  browser = await launchBrowser();
  stack = await startStack({
    dir,
    parts: ["site"],
    onStep: progress.show,
    signal: interrupted.signal,
  });
  const { site, api } = stack.urls;
  const machine = await describeMachine(browser, site);
  const recordedMachine = existsSync(RECORD) ? readFileSync(RECORD, "utf8") : "";
  if (!update && machine !== recordedMachine) {
    print(
      `Skipped: the pictures were taken with ${recordedMachine.trim()}, and this is ${machine.trim()}.`,
    );
  } else {
    const faults = await photographAll(browser, site, api);
    if (update) writeFileSync(RECORD, machine);
    print(
      faults.length === 0
        ? `${SHAPES.flatMap(pagesOf).length} pictures ${update ? "renewed" : "are as they were"}.`
        : `${faults.join("\n")}\nSee ${relative(process.cwd(), DIFFERENCES)}; when it is as wanted, run again with --update.`,
    );
    process.exitCode = faults.length === 0 ? 0 : 1;
  }
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  progress.end();
  await browser?.close();
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** Fingerprint of browser and fallback fonts: pictures are comparable only when it matches. */
async function describeMachine(running: Browser, site: string): Promise<string> {
  const page = await running.newPage();
  await page.goto(site);
  const textWidth = await page.evaluate(() => {
    const sample = document.createElement("span");
    sample.textContent = "Posts that come in like the tide, £97.00 a month";
    sample.style.cssText = "position:absolute;white-space:nowrap;font-size:100px;font-weight:400";
    document.body.append(sample);
    return sample.getBoundingClientRect().width;
  });
  await page.close();
  const chromiumMajor = Number.parseInt(running.version(), 10);
  return `${JSON.stringify({ chromiumMajor, textWidth })}\n`;
}

async function photographAll(running: Browser, site: string, api: string): Promise<string[]> {
  mkdirSync(BASELINE, { recursive: true });
  rmSync(DIFFERENCES, { recursive: true, force: true });
  const faults: string[] = [];
  for (const shape of SHAPES) {
    const label = `${shape.width} px${shape.textSize === undefined ? "" : ", large text"}`;
    const startedMs = performance.now();
    progress.show({ label });
    for (const [name, path] of pagesOf(shape)) {
      interrupted.signal.throwIfAborted();
      const shot = await photograph(
        running,
        `${site}${path}`,
        shape,
        isPrivatePath(new URL(path, site).pathname) ? api : null,
      );
      const file = `${name}-${shape.width}${shape.textSize === undefined ? "" : "-large"}.png`;
      const baseline = join(BASELINE, file);
      if (update) writeFileSync(baseline, shot);
      else if (!existsSync(baseline)) faults.push(`${file}: there is no picture to compare with`);
      else {
        const found = await difference(readFileSync(baseline), shot);
        if (found !== null) faults.push(`${file}: ${found.what}`);
        if (found !== null) keepDifference(file, shot, found.picture);
      }
    }
    progress.show({ label, tookMs: performance.now() - startedMs });
  }
  return faults;
}

function pagesOf({ pages }: Shape) {
  return PAGES.filter(([name]) => pages?.includes(name) ?? true);
}

/** @param api that answers a customer; null for the page of a visitor */
async function photograph(
  running: Browser,
  url: string,
  shape: Shape,
  api: string | null,
): Promise<Buffer> {
  const page = await running.newPage({
    viewport: { width: shape.width, height: shape.height },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/London",
  });
  if (api !== null) await visitAsDemo(page.context(), api);
  await page.goto(url, { waitUntil: "networkidle" });
  await eventually(`${url} is hydrated, laid out and has its fonts`, () =>
    page.evaluate(
      () =>
        document.fonts.status === "loaded" &&
        document.documentElement.dataset["firstView"] === undefined &&
        document.querySelector(".skeleton, .decision-buttons :disabled") === null &&
        Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react")),
    ),
  );
  if (shape.textSize !== undefined)
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}px`;
    }, shape.textSize);
  await page.evaluate(loadPictures);
  const screenshot = await page.screenshot({ fullPage: true, animations: "disabled" });
  await page.close();
  return shrink(screenshot, shape.keptWidth);
}

/** Runs in the page: a picture of all of it has those that come by scrolling, too. */
async function loadPictures(): Promise<void> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
}

function keepDifference(file: string, shot: Buffer, marked: Buffer | null): void {
  mkdirSync(DIFFERENCES, { recursive: true });
  writeFileSync(join(DIFFERENCES, file), shot);
  if (marked !== null) writeFileSync(join(DIFFERENCES, `difference-${file}`), marked);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
