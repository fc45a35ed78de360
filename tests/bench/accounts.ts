import { randomUUID } from "node:crypto";
import pg from "pg";
import { Pool } from "undici";
import * as z from "zod";
import type { StackUrls } from "../stack/settings.ts";
import { makeHeaders } from "./enquiry.ts";
import { medianRatio } from "./figures.ts";
import { CONNECTIONS, medianRound, runAlternately, type Round } from "./rounds.ts";

const NAMES = ["scrypt", "signIn", "statement", "refresh"] as const;

export type AccountFigures = {
  scrypt: Round;
  signIn: Round & { toScrypt: number };
  statement: Round;
  refresh: Round & { toStatement: number };
};

const PASSWORD = "low tide at six";

const Session = z.object({ refresh_token: z.string() });

type Member = { email: string; refreshToken: string; sessionId: string };

/**
 * Measures sign-in and refresh against their floors: hashing one password and updating one row.
 *
 * @throws on any unexpected response
 */
export async function measureAccounts(urls: StackUrls): Promise<AccountFigures> {
  const pool = new Pool(urls.api, { connections: CONNECTIONS });
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await pool.request({
      method: "POST",
      path,
      headers: makeHeaders(urls),
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) {
      throw new Error(`${path} answered ${String(answer.statusCode)}: ${text}`);
    }
    return JSON.parse(text);
  };
  const signIn = (email: string) =>
    post("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
  try {
    const members = await makeMembers(urls, post, signIn);
    const rounds = await runAlternately(NAMES, async (name, visitor) => {
      const member = members[visitor];
      if (member === undefined) throw new Error("Bug: a visitor without an account");
      switch (name) {
        case "scrypt":
          await post("/bench/scrypt", { password: PASSWORD });
          return;
        case "signIn":
          await signIn(member.email);
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
    const perSecond = (name: (typeof NAMES)[number]) =>
      rounds[name].map((round) => round.perSecond);
    return {
      scrypt: medianRound(rounds.scrypt),
      signIn: {
        ...medianRound(rounds.signIn),
        toScrypt: medianRatio(perSecond("signIn"), perSecond("scrypt")),
      },
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

async function makeMembers(
  urls: StackUrls,
  post: (path: string, body: object) => Promise<unknown>,
  signIn: (email: string) => Promise<unknown>,
): Promise<Member[]> {
  const emails = Array.from({ length: CONNECTIONS }, () => `ada-${randomUUID()}@shop.example`);
  for (const email of emails) await post("/auth/v1/signup", { email, password: PASSWORD });
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  await client.connect();
  try {
    await client.query("update users set email_confirmed_at = now() where email = any($1)", [
      emails,
    ]);
    const members: Member[] = [];
    for (const email of emails) {
      const { refresh_token: refreshToken } = Session.parse(await signIn(email));
      // A separate row, so that the two do not wait for each other's lock.
      const { rows } = await client.query<{ id: string }>(
        `insert into sessions (id, user_id, amr, created_at)
         select gen_random_uuid(), id, '[]', now() from users where email = $1 returning id`,
        [email],
      );
      members.push({ email, refreshToken, sessionId: rows[0]?.id ?? "" });
    }
    return members;
  } finally {
    await client.end();
  }
}
