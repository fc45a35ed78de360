import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { readArguments } from "#db/bin/arguments.ts";
import { DEAREST_PLAN } from "../../support/catalogue.ts";
import { CHROMIUM_ARGS, findInstalledChromium } from "../../support/chromium.ts";
import { makeScratchDir } from "../../support/scratch-dir.ts";
import { nextOpsCode, readAuthenticator } from "../ops-account.ts";
import { ROOT } from "../paths.ts";
import { startStack } from "../stack.ts";
import { runDemo } from "./demo.ts";
import { DEMO_PASSWORD, PEOPLE } from "./people.ts";

// npm run pictures: the README's pictures, of the demo.

const TO = join(ROOT, ".github/pictures");
const VIEW = { width: 1280, height: 800 };
const QUALITY = 80;

readArguments({});
// With the fonts of a machine: those of the tests' browser have no ticks.
const executablePath = findInstalledChromium(process.env);
const dir = makeScratchDir("pictures");
const stack = await startStack({ dir });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  await runDemo(stack);
  mkdirSync(TO, { recursive: true });
  const { site, ops } = stack.urls;
  const page = await browser.newPage({ viewport: VIEW, reducedMotion: "reduce" });
  await page.goto(site);
  await page.getByRole("button", { name: "Reject cookies" }).click();
  await take(page, "home");
  await page.goto(`${site}/login`);
  await page.getByLabel("Email").first().fill(PEOPLE.active.email);
  await page.getByLabel("Password", { exact: true }).first().fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${site}/dashboard`);
  await page.getByText(DEAREST_PLAN.name).first().waitFor();
  await take(page, "dashboard");
  await page.goto(`${site}/calendar`);
  await page
    .getByRole("button", { name: /^Approve ?:/, disabled: false })
    .first()
    .waitFor();
  await take(page, "calendar");

  await page.goto(ops);
  await page.getByLabel("Email").fill(stack.ops.email);
  await page.getByLabel("Password").fill(stack.ops.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill(nextOpsCode(readAuthenticator(dir), new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await take(page, "overview");
  await page.goto(`${ops}/events?state=failed`);
  await take(page, "failed-events");
  await page.getByRole("link", { name: "Paid for a subscription" }).first().click();
  const effects = page.getByRole("heading", { name: "Effects" });
  await effects.evaluate((heading) => heading.scrollIntoView());
  await take(page, "event");
} finally {
  await browser.close();
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const picture = await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toBuffer();
  writeFileSync(join(TO, `${name}.webp`), picture);
  process.stdout.write(`${name}.webp: ${Math.round(picture.length / 1_000)} kB\n`);
}
