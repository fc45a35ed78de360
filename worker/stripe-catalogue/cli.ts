import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { Stripe } from "stripe";
import * as z from "zod";
import { createStripe } from "#db/stripe/client.ts";
import { formatStep } from "./print.ts";
import { desiredCatalogue } from "./desired.ts";
import { diffCatalogue, type CatalogueDiff } from "./diff.ts";
import { readStripeCatalogue } from "./read.ts";
import { applyStep } from "./apply.ts";

export interface PushCatalogueOptions {
  readonly stripe: Stripe;
  readonly webhookUrl: string | null;
  readonly confirm: (plan: CatalogueDiff) => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** @returns `problems` that only an operator can resolve in Stripe */
export async function pushCatalogue(
  options: PushCatalogueOptions,
): Promise<"done" | "nothing_to_do" | "refused" | "problems"> {
  const { stripe, say } = options;
  const plan = diffCatalogue(
    desiredCatalogue(options.webhookUrl),
    await readStripeCatalogue(stripe),
  );
  for (const step of plan.steps) say(formatStep(step));
  for (const problem of plan.problems) say(`! ${problem}`);
  if (plan.steps.length === 0) {
    if (plan.problems.length > 0) return "problems";
    say("Nothing to do.");
    return "nothing_to_do";
  }
  if (!(await options.confirm(plan))) return "refused";
  for (const step of plan.steps) {
    const secret = await applyStep(stripe, step);
    if (secret !== null) say(`Put this into STRIPE_WEBHOOK_SECRETS, it is shown once: ${secret}`);
  }
  say(`Done: ${plan.steps.length} changes.`);
  return plan.problems.length > 0 ? "problems" : "done";
}

const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === "" ? undefined : text));
const Settings = z.object({
  STRIPE_SECRET_KEY: optionalText.pipe(z.string({ error: "is missing" })),
  STRIPE_API_BASE: optionalText.pipe(z.url().optional()),
  API_URL: optionalText.pipe(z.url().optional()),
});

const USAGE = `usage: npm run billing:sync -- [--dry-run | --yes]

  STRIPE_SECRET_KEY  of the account that is to be changed
  API_URL            where Stripe reaches the edge; left out, or not https, the webhook endpoint is left alone
  STRIPE_API_BASE    only for the local stand-in
`;

async function main(): Promise<number> {
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  const { values: flags } = parseArgs({
    options: {
      yes: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const settings = Settings.safeParse(process.env);
  if (flags.help || !settings.success) {
    if (!settings.success) say(z.prettifyError(settings.error));
    say(USAGE);
    return flags.help ? 0 : 1;
  }
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base, API_URL: api } = settings.data;
  const isReachable = api !== undefined && (base !== undefined || api.startsWith("https:"));
  if (/^[a-z]+_live_/.test(key)) say("This is the LIVE account.");
  if (!isReachable) say("The webhook endpoint is left alone: API_URL is not an https address.");
  const result = await pushCatalogue({
    stripe: createStripe(settings.data),
    webhookUrl: isReachable ? `${api.replace(/\/$/, "")}/webhooks/stripe` : null,
    say,
    confirm: async () => {
      if (flags["dry-run"]) {
        say("Nothing was changed (--dry-run).");
        return false;
      }
      return flags.yes || askOperator(say);
    },
  });
  return result === "problems" || (result === "refused" && !flags["dry-run"]) ? 1 : 0;
}

async function askOperator(say: (line: string) => void): Promise<boolean> {
  if (!process.stdin.isTTY) {
    say("Nothing was changed: say --yes.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Make these changes? (y/N) ");
  terminal.close();
  return answer.trim().toLowerCase() === "y";
}

if (import.meta.main) process.exitCode = await main();
