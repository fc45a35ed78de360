import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { readArguments } from "#db/bin/arguments.ts";
import { paths } from "../../web/src/paths.ts";
import { createProgress } from "../stack/progress.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { alignColumns } from "../support/align-columns.ts";
import { findInstalledChromium } from "../support/chromium.ts";
import { median } from "./figures.ts";
import { LAPTOP, type Quality, type Visit, visitPage } from "./lighthouse.ts";
import { reviewLink } from "./review-link.ts";

// Runs Lighthouse on the selling pages and on the page of an approval link, and prints the results
// against the targets. `--runs 1` is faster and noisier; `--page /pricing` (repeatable) selects pages.

const TARGETS = { performance: 98, lcpMs: 1_200, cls: 0.02, tbtMs: 100, quality: 100 } as const;

const PAGES: readonly string[] = [
  paths.home,
  paths.pricing,
  paths.services,
  paths.nightlife,
  paths.contact,
  paths.checkout,
  paths.review,
];

const { flags } = readArguments({ runs: { from: 1, default: 5 }, page: "texts" });
const { runs } = flags;

const dir = mkdtempSync(join(tmpdir(), "tidepost-bench-web-"));
const progress = createProgress(process.stdout);
let stack: Stack | null = null;
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => interrupted.abort(new Error("The bench was interrupted.")));
try {
  findInstalledChromium();
  stack = await startStack({
    dir,
    parts: ["postgres", "bridge", "emulators", "edge", "site"],
    onStep: progress.show,
    signal: interrupted.signal,
  });
  const pages = await existingPages(stack.urls.site, flags.page.length === 0 ? PAGES : flags.page);
  const link = await reviewLink(stack);
  const visits = new Map<string, Visit[]>(pages.map((page) => [page, []]));
  // The first visit warms the edge and the site, and shows how fast this machine is now.
  let { processor } = await visitPage(`${stack.urls.site}${paths.privacyPolicy}`, {
    qualities: false,
    processor: LAPTOP,
  });
  // Pages alternate, so that a busy minute affects all of them.
  for (let run = 0; run < runs; run += 1) {
    const label = `Round ${run + 1} of ${runs}`;
    const startedMs = performance.now();
    progress.show({ label });
    for (const page of pages) {
      interrupted.signal.throwIfAborted();
      const isSelling = page !== paths.review;
      const visit = await visitPage(`${stack.urls.site}${isSelling ? page : link}`, {
        qualities: run === 0 && isSelling,
        processor,
      });
      processor = visit.processor;
      visits.get(page)?.push(visit);
    }
    progress.show({ label, tookMs: performance.now() - startedMs });
  }
  progress.end();
  print(report(visits));
} catch (error) {
  progress.end();
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function existingPages(site: string, wanted: readonly string[]): Promise<string[]> {
  const existing: string[] = [];
  for (const page of wanted) {
    const url = new URL(page, site);
    const { status } = await fetch(url, { method: "HEAD" });
    if (status === 200) existing.push(url.pathname);
    else print(`  ${page} is left out: it answers with status ${status}.`);
  }
  return existing;
}

function report(visits: ReadonlyMap<string, readonly Visit[]>): string {
  const rows = [...visits].map(([page, all]) => {
    const first = all[0]?.qualities;
    const of = (figure: (visit: Visit) => number) => median(all.map(figure));
    const quality = (name: Quality) => {
      if (first == null) return cell("", true);
      const score = first[name];
      return cell(String(score), score >= TARGETS.quality);
    };
    const performance = of((visit) => visit.performance);
    const lcpMs = of((visit) => visit.lcpMs);
    const cls = of((visit) => visit.cls);
    const tbtMs = of((visit) => visit.tbtMs);
    return [
      cell(page, true),
      cell(String(performance), performance >= TARGETS.performance),
      cell(`${Math.round(lcpMs)} ms`, lcpMs <= TARGETS.lcpMs),
      cell(cls.toFixed(3), cls <= TARGETS.cls),
      cell(`${Math.round(tbtMs)} ms`, tbtMs <= TARGETS.tbtMs),
      quality("accessibility"),
      quality("best-practices"),
      quality("seo"),
    ];
  });
  const headings = ["", "performance", "LCP", "CLS", "TBT", "accessibility", "practices", "SEO"];
  const targets = ["target", "≥ 98", "≤ 1200 ms", "≤ 0.02", "≤ 100 ms", "100", "100", "100"];
  const table = [headings, targets].map((row) => row.map((text) => cell(text, true))).concat(rows);
  const padded = alignColumns(table.map((row) => row.map(({ text }) => text)));
  const lines = padded.map((row, index) =>
    row
      .map((text, column) =>
        table[index]?.[column]?.met === false ? styleText("red", text) : text,
      )
      .join("  "),
  );
  const faults = [...visits].flatMap(([page, all]) =>
    (all[0]?.faults ?? []).map((fault) => `  ${page}: ${fault}`),
  );
  return [
    "",
    `Telephone, 1.6 Mbps, 150 ms, a quarter of an idle laptop; median of ${runs}. Red misses its target.`,
    `This processor had ${processorOf(visits)} of the laptop’s ${LAPTOP} points, and was slowed by as much less.`,
    "",
    ...lines,
    ...(faults.length === 0 ? [] : ["", "What cost points:", ...faults]),
  ].join("\n");
}

function processorOf(visits: ReadonlyMap<string, readonly Visit[]>): number {
  return Math.round(median([...visits.values()].flat().map((visit) => visit.processor)));
}

function cell(text: string, met: boolean): { text: string; met: boolean } {
  return { text, met };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
