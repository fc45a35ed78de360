import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readFiles } from "#db/bin/target.ts";
import { splitByPart } from "../deploy/part-settings.ts";
import { checkEverything } from "../deploy/run-checks.ts";
import { ROOT } from "../stack/paths.ts";
import { thisStack } from "../support/this-stack.ts";

const stack = thisStack();
const dir = dirname(stack.logs);

async function failuresWith(change: Readonly<Record<string, string | undefined>>) {
  const shared = readFiles([join(dir, "settings.env")]);
  const given = splitByPart("local", { shared, edge: {}, worker: {}, vars: {} });
  const changed = (env: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries({ ...env, ...change }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    );
  const findings = await checkEverything({
    ...given,
    edge: changed(given.edge),
    worker: changed(given.worker),
  });
  return findings.filter(({ state }) => state === "failed").map(({ about }) => about);
}

test("doctor on a running stack: no findings, and no secret in the output", async () => {
  // Rejects unless the status is 0.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, "tests/deploy/doctor.ts"), "--target", "local"],
    { env: { ...process.env, STACK_DIR: dir } },
  );
  expect(stdout).toContain("All is well.");
  expect(stdout).not.toContain(stack.stripeKey);
  expect(stdout).not.toContain(new URL(stack.databaseUrl).password);
});

// `tests/deploy/check-services.test.ts` and `check-settings.test.ts` have each failure alone.
test("doctor with a wrong key, token or address of each service: names each, and nothing else", async () => {
  const failures = await failuresWith({
    RESEND_API_KEY: "re_wrong",
    STRIPE_SECRET_KEY: "sk_test_wrong",
    TWILIO_AUTH_TOKEN: "wrong",
    META_ACCESS_TOKEN: "wrong",
    REDIS_URL: "redis://127.0.0.1:1",
    OPS_URL: "http://127.0.0.1:1",
    DATABASE_URL: "postgres://postgres:wrong@127.0.0.1:1/tidepost",
  });
  expect(failures.toSorted()).toEqual([
    "DATABASE_URL (edge)",
    "DATABASE_URL (worker)",
    "META_ACCESS_TOKEN",
    "REDIS_URL",
    "RESEND_API_KEY",
    "STRIPE_SECRET_KEY (worker)",
    "TWILIO_AUTH_TOKEN",
    "worker /readyz",
  ]);
});
