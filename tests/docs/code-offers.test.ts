import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const CHECKOUT = "web/src/features/checkout";

/** Each file that names the comeback code to a customer, and where the buyer is asked about: file and expression. */
const OFFERS: Readonly<Record<string, readonly [file: string, asks: string]>> = {
  "web/src/features/cancellation/components/comeback-offer.tsx": [
    "web/src/pages/subscription-cancelled.tsx",
    "details?.can_use_comeback_code === true",
  ],
  [`${CHECKOUT}/promotion.ts`]: [`${CHECKOUT}/hooks/use-promotion.ts`, "fetchDiscount(code)"],
  "web/src/features/dashboard/components/manage-subscription.tsx": [
    "web/src/features/dashboard/components/manage-subscription.tsx",
    "details?.can_use_comeback_code ?",
  ],
};

/** They make the code and decide on it. */
const OTHERS = new Set(["worker/stripe-catalogue/desired.ts", "edge/billing/promotion-code.ts"]);

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("whoever offers the comeback code asks the rule of the checkout", () => {
  const files = globSync("{web/src,worker,edge}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !file.includes(".test.") && /COMEBACK_OFFER|comeback30/.test(read(file)),
  );
  expect(files.filter((file) => !OTHERS.has(file)).toSorted()).toEqual(
    Object.keys(OFFERS).toSorted(),
  );
  for (const [file, asks] of Object.values(OFFERS)) expect(read(file), file).toContain(asks);
});
