import type { Stripe } from "stripe";
import { readArguments } from "#db/bin/arguments.ts";
import { isConfirmed, print, readSettings, runCommand } from "#db/bin/command.ts";
import { TARGET_OPTIONS, TARGET_USAGE } from "#db/bin/target.ts";
import { createStripe } from "#db/stripe/client.ts";
import { desiredCatalogue, webhookUrlOf } from "../stripe-catalogue/desired.ts";
import { diffCatalogue, type CatalogueDiff } from "../stripe-catalogue/diff.ts";
import { readStripeCatalogue } from "../stripe-catalogue/read.ts";

type PushCatalogueOptions = {
  readonly stripe: Stripe;
  readonly webhookUrl: string | null;
  /** Whether what no subscription has is archived, too; an edge of an earlier catalogue would sell it. */
  readonly retires?: boolean;
  readonly confirm: (diff: CatalogueDiff) => Promise<boolean>;
  readonly say: (line: string) => void;
};

/** @returns `problems` that only an operator can resolve in Stripe */
export async function pushCatalogue(
  options: PushCatalogueOptions,
): Promise<"done" | "nothing_to_do" | "refused" | "problems"> {
  const { stripe, say, retires = false } = options;
  const diff = diffCatalogue(
    desiredCatalogue(options.webhookUrl),
    await readStripeCatalogue(stripe),
  );
  const steps = retires ? [...diff.steps, ...diff.retirements] : diff.steps;
  for (const step of steps) say(step.line);
  for (const problem of diff.problems) say(`! ${problem}`);
  if (!retires && diff.retirements.length > 0) {
    say(`${diff.retirements.length} to archive when no earlier edge runs: --retire, or a deploy.`);
  }
  if (steps.length === 0) {
    if (diff.problems.length > 0) return "problems";
    say("Nothing to do.");
    return "nothing_to_do";
  }
  if (!(await options.confirm(diff))) return "refused";
  for (const step of steps) {
    await step.apply(stripe, (secret) =>
      say(`Put this into STRIPE_WEBHOOK_SECRETS, it is shown once: ${secret}`),
    );
  }
  say(`Done: ${steps.length} changes.`);
  return diff.problems.length > 0 ? "problems" : "done";
}

const USAGE = `usage: npm run billing:sync -- [--dry-run | --yes] [--retire] [--target <target>] [--env-file <path>]

Makes Stripe's products, prices and coupons those of the catalogue, in the account of STRIPE_SECRET_KEY. The webhook
endpoint is left alone when API_URL is missing or not https. --retire also archives what left the catalogue and no
subscription has; a deploy does so at its end. Prices made by hand are left alone.

${TARGET_USAGE}`;

async function main(): Promise<void> {
  const { flags } = readArguments(
    { ...TARGET_OPTIONS, yes: "flag", "dry-run": "flag", retire: "flag" },
    { usage: USAGE },
  );
  const settings = readSettings(flags, ["STRIPE_SECRET_KEY"]);
  const { STRIPE_SECRET_KEY: key, API_URL: api } = settings;
  if (api !== undefined && !URL.canParse(api)) throw new Error("API_URL is no address.");
  const webhookUrl = webhookUrlOf(settings);
  if (/^[a-z]+_live_/.test(key)) print("This is the LIVE account.");
  if (webhookUrl === null)
    print("The webhook endpoint is left alone: API_URL is not an https address.");
  const result = await pushCatalogue({
    stripe: createStripe(settings),
    webhookUrl,
    retires: flags.retire,
    say: print,
    confirm: async () => {
      if (flags["dry-run"]) {
        print("Nothing was changed (--dry-run).");
        return false;
      }
      return flags.yes || isConfirmed("Make these changes?", "--yes");
    },
  });
  if (result === "problems" || (result === "refused" && !flags["dry-run"])) process.exitCode = 1;
}

if (import.meta.main) await runCommand(main);
