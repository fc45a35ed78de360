import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { createStripe } from "#db/stripe/client.ts";
import { startStack } from "../stack.ts";

test("stack: sells from the first start, and sales survive a kill", async () => {
  const dir = mkdtempSync(join(tmpdir(), "stripe-part-"));
  const stack = await startStack({ dir, parts: ["stripe"] });
  const stripe = createStripe({
    STRIPE_SECRET_KEY: String(stack.settings["STRIPE_SECRET_KEY"]),
    STRIPE_API_BASE: stack.settings["STRIPE_API_BASE"],
  });
  const { data } = await stripe.prices.list({
    lookup_keys: FOR_SALE.map(({ priceId }) => priceId),
  });
  expect(data).toHaveLength(FOR_SALE.length);
  const { data: endpoints } = await stripe.webhookEndpoints.list();
  expect(endpoints.map(({ url }) => url)).toEqual([`${stack.urls.api}/webhooks/stripe`]);
  const customer = await stripe.customers.create({ email: "kept@example.com" });
  await stack.parts.stripe.kill("SIGKILL");
  await stack.parts.stripe.start();
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: "kept@example.com" });
  await stack.stop();
  rmSync(dir, { recursive: true });
});
