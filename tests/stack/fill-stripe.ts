import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "#db/stripe/with-archived.ts";
import type { Env } from "./part.ts";
import { ROOT } from "./paths.ts";
import { StackError } from "./stack-error.ts";

/**
 * Syncs the catalogue to the Stripe emulator when the catalogue or the stack's URLs have changed.
 */
export async function fillStripe(dir: string, settings: Env): Promise<void> {
  const file = join(dir, "stripe", "catalogue.hash");
  const hash = hashOf([settings["API_URL"] ?? "", ...catalogueSources()]);
  if (existsSync(file) && readFileSync(file, "utf8") === hash) return;
  const { createStripe } = await import("#db/stripe/client.ts");
  const { pushCatalogue } = await import("../../worker/bin/billing-sync.ts");
  const { ENDPOINT_DESCRIPTION } = await import("../../worker/stripe-catalogue/steps.ts");
  const stripe = createStripe({
    STRIPE_SECRET_KEY: settings["STRIPE_SECRET_KEY"] ?? "",
    STRIPE_API_BASE: settings["STRIPE_API_BASE"],
  });
  const webhookUrl = `${settings["API_URL"] ?? ""}/webhooks/stripe`;
  // Another stack may have taken the previous ports.
  const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: 100 });
  for (const { id, url, description } of endpoints) {
    if (url !== webhookUrl && description === ENDPOINT_DESCRIPTION)
      await stripe.webhookEndpoints.del(id);
  }
  const lines: string[] = [];
  const result = await pushCatalogue({
    stripe,
    webhookUrl,
    confirm: () => Promise.resolve(true),
    say: (line) => lines.push(line),
  });
  if (result === "problems") {
    throw new StackError(`The Stripe emulator rejects the catalogue: ${lines.at(-1) ?? ""}`);
  }
  writeFileSync(file, hash);
}

function catalogueSources(): string[] {
  const folder = join(ROOT, "worker", "stripe-catalogue");
  const files = [
    join(ROOT, "contracts", "catalogue.ts"),
    join(ROOT, "contracts", "company.ts"),
    join(ROOT, "contracts", "billing", "coupons.ts"),
    join(ROOT, "contracts", "events", "stripe-event-received.ts"),
    ...readdirSync(folder)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .toSorted()
      .map((name) => join(folder, name)),
  ];
  return files.map((file) => readFileSync(file, "utf8"));
}
