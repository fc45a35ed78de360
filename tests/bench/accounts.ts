import { randomUUID } from "node:crypto";
import pg from "pg";
import { Pool } from "undici";
import * as z from "zod";
import type { StackUrls } from "../stack/settings.ts";
import { makeHeaders } from "./enquiry.ts";
import { medianRatio } from "./figures.ts";
import { CONNECTIONS, medianRound, runAlternately, type Round } from "./rounds.ts";
import { measureEnquiriesBesideSignIns } from "./sign-in-load.ts";

const NAMES = ["hash", "signIn", "signInWithScrypt", "statement", "refresh"] as const;

export type AccountFigures = {
  hash: Round;
  signIn: Round & { toHash: number; toScrypt: number };
  signInWithScrypt: Round;
  /** The 95th percentile while ten people sign in. */
  enquiryP95Ms: { signIn: number; signInWithScrypt: number };
  statement: Round;
  refresh: Round & { toStatement: number };
};

const PASSWORD = "low tide at six";

const Session = z.object({ refresh_token: z.string() });

type Member = { email: string; emailWithScrypt: string; refreshToken: string; sessionId: string };

/** The edge with the hash that it had before Argon2id. */
const WITH_SCRYPT = { "x-bench-hash": "scrypt" };

/**
 * Measures sign-in and refresh against their floors: hashing one password and updating one row.
 *
 * @throws on any unexpected response
 */
export async function measureAccounts(urls: StackUrls): Promise<AccountFigures> {
  // One more for the enquiries beside the sign-ins.
  const pool = new Pool(urls.api, { connections: CONNECTIONS + 1 });
  const post = async (path: string, body: object, headers = {}): Promise<unknown> => {
    const answer = await pool.request({
      method: "POST",
      path,
      headers: { ...makeHeaders(urls), ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    // scrypt may hold the thread past the database's deadline; clients repeat, and so wait.
    if (answer.statusCode === 503) return post(path, body, headers);
    if (answer.statusCode !== 200) {
      throw new Error(`${path} answered ${String(answer.statusCode)}: ${text}`);
    }
    return JSON.parse(text);
  };
  const signIn = (email: string, headers = {}) =>
    post("/auth/v1/token?grant_type=password", { email, password: PASSWORD }, headers);
  try {
    const members = await makeMembers(urls, post, signIn);
    const signInAs = async (
      name: "signIn" | "signInWithScrypt",
      { email, emailWithScrypt }: Member,
    ): Promise<void> => {
      await (name === "signIn" ? signIn(email) : signIn(emailWithScrypt, WITH_SCRYPT));
    };
    const rounds = await runAlternately(NAMES, async (name, visitor) => {
      const member = memberOf(members, visitor);
      switch (name) {
        case "hash":
          await post("/bench/hash", { password: PASSWORD });
          return;
        case "signIn":
        case "signInWithScrypt":
          await signInAs(name, member);
          return;
        case "statement":
          await post("/bench/statement", { session_id: member.sessionId });
          return;
        case "refresh": {
          const body = { refresh_token: member.refreshToken };
          const answer = await post("/auth/v1/token?grant_type=refresh_token", body);
          member.refreshToken = Session.parse(answer).refresh_token;
        }
      }
    });
    const enquiryP95Ms = await measureEnquiriesBesideSignIns(
      pool,
      urls,
      ["signIn", "signInWithScrypt"],
      (name, person) => signInAs(name, memberOf(members, person)),
    );
    const perSecond = (name: (typeof NAMES)[number]) =>
      rounds[name].map((round) => round.perSecond);
    return {
      hash: medianRound(rounds.hash),
      signIn: {
        ...medianRound(rounds.signIn),
        toHash: medianRatio(perSecond("signIn"), perSecond("hash")),
        toScrypt: medianRatio(perSecond("signIn"), perSecond("signInWithScrypt")),
      },
      signInWithScrypt: medianRound(rounds.signInWithScrypt),
      enquiryP95Ms,
      statement: medianRound(rounds.statement),
      refresh: {
        ...medianRound(rounds.refresh),
        toStatement: medianRatio(perSecond("refresh"), perSecond("statement")),
      },
    };
  } finally {
    await pool.close();
  }
}

function memberOf(members: readonly Member[], number: number): Member {
  const member = members[number];
  if (member === undefined) throw new Error("Bug: a visitor without an account");
  return member;
}

async function makeMembers(
  urls: StackUrls,
  post: (path: string, body: object, headers?: object) => Promise<unknown>,
  signIn: (email: string) => Promise<unknown>,
): Promise<Member[]> {
  const emails = makeAddresses();
  const emailsWithScrypt = makeAddresses();
  for (const email of emails) await post("/auth/v1/signup", { email, password: PASSWORD });
  for (const email of emailsWithScrypt) {
    await post("/auth/v1/signup", { email, password: PASSWORD }, WITH_SCRYPT);
  }
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  await client.connect();
  try {
    await client.query("update users set email_confirmed_at = now() where email = any($1)", [
      [...emails, ...emailsWithScrypt],
    ]);
    const members: Member[] = [];
    for (const [index, email] of emails.entries()) {
      const { refresh_token: refreshToken } = Session.parse(await signIn(email));
      // A separate row, so that the two do not wait for each other's lock.
      const { rows } = await client.query<{ id: string }>(
        `insert into sessions (id, user_id, amr, created_at)
         select gen_random_uuid(), id, '[]', now() from users where email = $1 returning id`,
        [email],
      );
      const emailWithScrypt = emailsWithScrypt[index] ?? "";
      members.push({ email, emailWithScrypt, refreshToken, sessionId: rows[0]?.id ?? "" });
    }
    return members;
  } finally {
    await client.end();
  }
}

function makeAddresses(): string[] {
  return Array.from({ length: CONNECTIONS }, () => `ada-${randomUUID()}@shop.example`);
}
