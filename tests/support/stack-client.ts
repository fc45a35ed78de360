import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "#db/client.ts";
import { switchMails } from "../stack/resend/switch-mails.ts";
import type { SwitchesChange } from "../stack/resend/switches.ts";
import { CONTACT_FORM } from "./contact-form.ts";
import { freshIp } from "./fresh-ip.ts";
import { thisStack } from "./this-stack.ts";

export type InboxMail = {
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  idempotencyKey: string | null;
  transport: "resend" | "emailjs";
  headers: Record<string, string>;
};

/**
 * An address that no other test uses, so that each test finds its own mails in the shared inbox. Long
 * and without a place for a line break, so that pages have to fit such addresses.
 */
export function freshAddress(): string {
  return `ada${randomUUID().replaceAll("-", "")}@shop.example`;
}

export const contactForm = (email: string) => ({ ...CONTACT_FORM, email });

export async function postEnquiry(
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { api, anonKey } = thisStack();
  return fetch(`${api}/rest/v1/form_submissions`, {
    method: "POST",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      "content-type": "application/json",
      "cf-connecting-ip": freshIp(),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/**
 * Counts what the edge asks the database during `work`. A webhook that an earlier test caused is
 * counted, too, so assertions poll: other traffic only adds.
 */
export async function countRoundTrips(
  work: () => Promise<unknown>,
): Promise<{ roundTrips: number; statements: number }> {
  const stats = async () => {
    const response = await fetch(`${thisStack().bridge}/stats`);
    return (await response.json()) as { roundTrips: number; statements: number };
  };
  const before = await stats();
  await work();
  const after = await stats();
  return {
    roundTrips: after.roundTrips - before.roundTrips,
    statements: after.statements - before.statements,
  };
}

export async function mailsAbout(address: string): Promise<InboxMail[]> {
  const response = await fetch(new URL(`/inbox.json?about=${address}`, thisStack().inbox));
  return (await response.json()) as InboxMail[];
}

export const switchMail = (change: SwitchesChange) => switchMails(thisStack().inbox, change);

let database: pg.Pool | undefined;

// A poll with a new connection each would keep Postgres busy with connections.
function pool(): pg.Pool {
  return (database ??= new pg.Pool({
    connectionString: thisStack().databaseUrl,
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on("error", () => undefined));
}

export async function queryStack(
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return (await pool().query<Record<string, unknown>>(text, values)).rows;
}

/** For the product's own queries. */
export function stackDb(): Db {
  return drizzle(pool());
}
