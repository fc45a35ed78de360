import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { CHROMIUM_ARGS, findInstalledChromium } from "../support/chromium.ts";

const QUALITIES = ["accessibility", "best-practices", "seo"] as const;
export type Quality = (typeof QUALITIES)[number];

export type Visit = {
  readonly performance: number;
  readonly lcpMs: number;
  readonly cls: number;
  readonly tbtMs: number;
  /** Lighthouse's benchmark index of the machine; {@link LAPTOP} is an idle laptop's. */
  readonly processor: number;
  readonly qualities: Readonly<Record<Quality, number>> | null;
  readonly faults: readonly string[];
};

export const LAPTOP = 3_000;
const ATTEMPTS = 3;

type Options = {
  /** The visit also grades accessibility, SEO and best practices. */
  readonly qualities: boolean;
  /** This is the machine's benchmark index now. The visit slows the browser to a quarter of {@link LAPTOP}. */
  readonly processor: number;
};

/**
 * Runs Lighthouse as a phone in its own browser, with real network and CPU throttling: the default
 * simulation hides most delays when the server is local.
 *
 * @throws after three failed attempts
 */
export async function visitPage(url: string, options: Options): Promise<Visit> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await visitOnce(url, options);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function visitOnce(url: string, options: Options): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), "tidepost-lighthouse-"));
  const browser = await launch({
    chromePath: findInstalledChromium(),
    chromeFlags: ["--headless", ...CHROMIUM_ARGS],
    userDataDir: profile,
    handleSIGINT: false,
    logLevel: "silent",
  });
  try {
    const result = await lighthouse(url, {
      port: browser.port,
      logLevel: "silent",
      output: "json",
      throttlingMethod: "devtools",
      throttling: { cpuSlowdownMultiplier: Math.max(1, (4 * options.processor) / LAPTOP) },
      onlyCategories: ["performance", ...(options.qualities ? QUALITIES : [])],
    });
    if (result === undefined) throw new Error(`Lighthouse did not visit ${url}.`);
    const { audits, categories, environment, runtimeError } = result.lhr;
    if (runtimeError !== undefined || categories["performance"]?.score == null) {
      throw new Error(
        `Lighthouse could not measure ${url}: ${runtimeError?.message ?? "no score"}.`,
      );
    }
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score("performance"),
      lcpMs: value("largest-contentful-paint"),
      cls: value("cumulative-layout-shift"),
      tbtMs: value("total-blocking-time"),
      processor: environment.benchmarkIndex,
      qualities: options.qualities
        ? {
            accessibility: score("accessibility"),
            "best-practices": score("best-practices"),
            seo: score("seo"),
          }
        : null,
      faults: QUALITIES.flatMap((quality) =>
        (categories[quality]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
          .map(({ id }) => `${quality}: ${audits[id]?.title ?? id}`),
      ),
    };
  } finally {
    browser.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
