import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import { GoTrueClient } from "@supabase/auth-js";
import "../../support/jsx-hook.ts";
import { createOperator, enrollOperator } from "../ops-account.ts";
import { StackError } from "../stack-error.ts";
import type { Stack } from "../stack.ts";
import { demoFace, type FaceName } from "./files.ts";
import { fillDemo } from "./fill.ts";
import { hiddenFields, signInToConsole } from "./ops-console.ts";
import {
  DEMO_COLLEAGUE,
  DEMO_OPERATOR,
  DEMO_PASSWORD,
  type DemoOperator,
  PEOPLE,
} from "./people.ts";

/**
 * Fills a running stack with {@link PEOPLE}, once.
 *
 * @throws {StackError} after a fill that was interrupted, or without Stripe's emulator
 */
export async function runDemo(stack: Stack): Promise<void> {
  const { urls, settings } = stack;
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
  await createOperator(access, DEMO_COLLEAGUE);
  const { openPastConsole } = await import("./past-console.ts");
  const past = openPastConsole(stack);
  try {
    const isla = await manage(DEMO_OPERATOR, "isla", "9 to 5, Monday to Friday");
    const joss = await manage(DEMO_COLLEAGUE, "joss", "10 to 6, Tuesday to Saturday");
    const stripeKey = settings["STRIPE_SECRET_KEY"] ?? "";
    const managers = [isla.id, joss.id];
    await fillDemo({ urls: { ...urls, stripe }, stripeKey, ops: isla.console, past, managers });
  } finally {
    await past.close();
  }
  const { id } = await operatorOf(admin);
  const { error } = await admin.updateUserById(id, { user_metadata: { has_filled: true } });
  if (error !== null) throw error;

  async function manage(person: DemoOperator, face: FaceName, hours: string) {
    const { email, firstName, lastName } = person;
    const secret = await enrollOperator(access, email);
    const console = await signInToConsole(ops, { email, password: access.password, secret });
    const form = hiddenFields(await console.read("/ops/team"), "/ops/team/profile");
    await console.post("/ops/team/profile", [
      ...form,
      ["name", `${firstName} ${lastName}`],
      ["hours", hours],
    ]);
    await console
      .by(past.sendAt(Date.now()))
      .postFile("/ops/team/photo", { photo: await demoFace(face) });
    return { console, id: (await operatorOf(admin, email)).id };
  }
}

type Admin = GoTrueClient["admin"];

async function isFilled(admin: Admin): Promise<boolean> {
  return (await operatorOf(admin)).user_metadata["has_filled"] === true;
}

async function operatorOf(admin: Admin, address: string = DEMO_OPERATOR.email) {
  const { data, error } = await admin.listUsers({ perPage: 1_000 });
  if (error !== null) throw error;
  const operator = data.users.find(({ email }) => email === address);
  if (operator === undefined) throw new Error(`${address} has no account`);
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
