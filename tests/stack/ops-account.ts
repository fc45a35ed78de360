import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { base32nopad } from "@scure/base";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { totpCode, totpStep } from "../../edge/auth/factors/totp.ts";
import { StackError } from "./stack-error.ts";

export const OPS_EMAIL = `ops@${COMPANY.domain}`;

const ANSWER_LIMIT_MS = 30_000;

const HasId = z.object({ id: z.string() });
const Account = z.object({ id: z.string(), factors: z.array(HasId).default([]) });
const SignedIn = z.object({ access_token: z.string() });
const Enrolled = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) });

type Caller = { api: string; token?: string };

const authenticatorFile = (dir: string) => join(dir, "ops-authenticator");

/**
 * The code that an authenticator app would show next, which is good already: one of the last half minute may have been
 * used by an earlier sign-in.
 *
 * @param secret base32
 */
export function nextOpsCode(secret: string, now: Date): string {
  return totpCode(base32nopad.decode(secret), totpStep(now) + 1);
}

export async function ensureOpsAccount(options: {
  api: string;
  serviceRoleKey: string;
  password: string;
  dir: string;
}): Promise<void> {
  const { dir, ...access } = options;
  const person = { email: OPS_EMAIL, firstName: "Local", lastName: "Ops" };
  const isNew = await createOperator(access, person);
  if (!isNew && existsSync(authenticatorFile(dir))) return;
  if (!isNew) await takeOver({ api: access.api, token: access.serviceRoleKey }, access.password);
  const secret = await enrollOperator(access, OPS_EMAIL);
  writeFileSync(authenticatorFile(dir), secret, { mode: 0o600 });
}

type Access = { api: string; serviceRoleKey: string; password: string };

/** @returns false when the address has an account */
export async function createOperator(
  { api, serviceRoleKey, password }: Access,
  person: { email: string; firstName: string; lastName: string },
): Promise<boolean> {
  const created = await call({ api, token: serviceRoleKey }, "POST", "/admin/users", {
    email: person.email,
    password,
    email_confirm: true,
    app_metadata: { role: "ops" },
    user_metadata: { first_name: person.firstName, last_name: person.lastName },
  });
  return created.ok;
}

/** @returns the secret of the operator's authenticator, in base32 */
export async function enrollOperator({ api, password }: Access, email: string): Promise<string> {
  const session = await ask({ api }, "POST", "/token?grant_type=password", { email, password });
  return enroll({ api, token: SignedIn.parse(session).access_token });
}

/** A stack of another folder may have made the account, in a database of the caller's. */
async function takeOver(admin: Caller, password: string): Promise<void> {
  const link = { type: "magiclink", email: OPS_EMAIL };
  const account = Account.parse(await ask(admin, "POST", "/admin/generate_link", link));
  const path = `/admin/users/${account.id}`;
  await ask(admin, "PUT", path, { password });
  for (const { id } of account.factors) await ask(admin, "DELETE", `${path}/factors/${id}`);
}

async function enroll(user: Caller): Promise<string> {
  const { id, totp } = Enrolled.parse(await ask(user, "POST", "/factors", { factor_type: "totp" }));
  const challenge = HasId.parse(await ask(user, "POST", `/factors/${id}/challenge`, {}));
  const code = totpCode(base32nopad.decode(totp.secret), totpStep(new Date()));
  await ask(user, "POST", `/factors/${id}/verify`, { challenge_id: challenge.id, code });
  return totp.secret;
}

async function ask(caller: Caller, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await call(caller, method, path, body);
  if (answer.ok) return answer.json();
  throw new StackError(`The edge did not make the operator's account (${answer.status} ${path}).`);
}

function call({ api, token }: Caller, method: string, path: string, body?: object) {
  return fetch(`${api}/auth/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
}

/** @throws {StackError} when no stack has run in the folder */
export function readAuthenticator(dir: string): string {
  const file = authenticatorFile(dir);
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new StackError(`No stack has run in ${dir}: start one with npm start.`);
}
