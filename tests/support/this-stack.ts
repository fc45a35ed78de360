import { inject, type ProvidedContext } from "vitest";

/**
 * The stack of the tests of this process. Each process that runs tests has one to itself, so that a provider that one
 * story breaks is whole in the other.
 *
 * @throws {Error} in a process without a stack
 */
export function thisStack(): ProvidedContext["stacks"][number] {
  const pool = Number(process.env["VITEST_POOL_ID"]);
  const stack = inject("stacks")[pool - 1];
  if (stack === undefined) throw new Error(`There is no stack for process ${pool}.`);
  return stack;
}
