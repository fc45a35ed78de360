import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import { GoTrueClient } from "@supabase/auth-js";
import { createOperator, enrollOperator } from "../ops-account.ts";
import { StackError } from "../stack-error.ts";
import type { Stack } from "../stack.ts";
import { fillDemo } from "./fill.ts";
import { signInToConsole } from "./ops-console.ts";
import { DEMO_OPERATOR, DEMO_PASSWORD, PEOPLE } from "./people.ts";

/**
 * Fills a running stack with {@link PEOPLE}, once.
 *
 * @throws {StackError} after a fill that was interrupted, or without Stripe's emulator
 */
export async function runDemo({ urls, settings }: Stack): Promise<void> {
  const { api, ops, stripe, serviceRoleKey } = urls;
  if (stripe === null)
    throw new StackError("The demo pays with Stripe’s emulator: unset STRIPE_SECRET_KEY.");
  const access = { api, serviceRoleKey, password: randomBytes(16).toString("base64url") };
  const { admin } = new GoTrueClient({
    url: `${api}/auth/v1`,
    headers: { authorization: `Bearer ${serviceRoleKey}` },
    persistSession: false,
    autoRefreshToken: false,
  });
  if (!(await createOperator(access, DEMO_OPERATOR))) {
    if (await isFilled(admin)) return;
    throw new StackError("The demo was interrupted before it was complete: run `npm run reset`.");
  }
  const secret = await enrollOperator(access, DEMO_OPERATOR.email);
  const { email } = DEMO_OPERATOR;
  const console = await signInToConsole(ops, { email, password: access.password, secret });
  const stripeKey = settings["STRIPE_SECRET_KEY"] ?? "";
  await fillDemo({ urls: { ...urls, stripe }, stripeKey, ops: console });
  const { id } = await operatorOf(admin);
  const { error } = await admin.updateUserById(id, { user_metadata: { has_filled: true } });
  if (error !== null) throw error;
}

type Admin = GoTrueClient["admin"];

async function isFilled(admin: Admin): Promise<boolean> {
  return (await operatorOf(admin)).user_metadata["has_filled"] === true;
}

async function operatorOf(admin: Admin) {
  const { data, error } = await admin.listUsers({ perPage: 1_000 });
  if (error !== null) throw error;
  const operator = data.users.find(({ email }) => email === DEMO_OPERATOR.email);
  if (operator === undefined) throw new Error(`${DEMO_OPERATOR.email} has no account`);
  return operator;
}

export function demoTable(): string {
  const people = Object.values(PEOPLE);
  const cells = people.map(({ firstName, lastName, email, state, look }) => [
    `${firstName} ${lastName}`,
    email,
    state,
    look,
  ]);
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  const title = styleText("bold", "The demo’s people");
  return `\n  ${title}, all with the password “${DEMO_PASSWORD}”\n\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
