import { inject, type ProvidedContext } from "vitest";

/**
 * The stack of this test process. Each process has its own, so that Stripe switches of one test do
 * not affect others.
 *
 * @throws {Error} in a process without a stack
 */
export function thisStack(): ProvidedContext["stacks"][number] {
  const pool = Number(process.env["VITEST_POOL_ID"]);
  const stack = inject("stacks")[pool - 1];
  if (stack === undefined) throw new Error(`There is no stack for process ${pool}.`);
  return stack;
}
