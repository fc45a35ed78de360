import { describe, expect, test } from "vitest";
import { adminAuth, freshAccount, freshAuthClient } from "../support/account.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { countRoundTrips, freshAddress } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

type Refusal = { status: number; body: Record<string, unknown>; retryAfterS: number };

function visitorAt(ip: string = freshIp()) {
  return async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const { api, anonKey } = thisStack();
    const response = await fetch(`${api}/auth/v1${path}`, {
      method: "POST",
      headers: {
        apikey: anonKey,
        "cf-connecting-ip": ip,
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    const retryAfterS = Number(response.headers.get("retry-after") ?? Number.NaN);
    return { status: response.status, body: answer, retryAfterS } satisfies Refusal;
  };
}

type Visitor = ReturnType<typeof visitorAt>;

const signIn = (visitor: Visitor, email: string, password: string) =>
  visitor("/token?grant_type=password", { email, password });

async function guessesUntilRefused(visitor: Visitor, email: string): Promise<number> {
  for (let guesses = 0; guesses < 30; guesses++) {
    const { status } = await signIn(visitor, email, "a wrong guess");
    if (status === 429) return guesses;
  }
  throw new Error("nobody ever refused");
}

describe("requests of one visitor", () => {
  test.each<[string, unknown]>([
    ["/token?grant_type=refresh_token", { refresh_token: "x" }],
    ["/signup", { email: "no address", password: "low tide at six" }],
    ["/otp", { email: "no address" }],
    ["/magiclink", { email: "no address" }],
    ["/recover", { email: "no address" }],
    ["/resend", { email: "no address", type: "signup" }],
    ["/verify", { type: "signup", token_hash: "x", token: "y" }],
  ])("%s over its limit: rejected before any database query", async (path, body) => {
    const visitor = visitorAt();
    const answers = await Promise.all(Array.from({ length: 40 }, () => visitor(path, body)));
    const refused = answers.filter(({ status }) => status === 429);
    // On a slow machine the limit refills for one or two more requests.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    expect(refused[0]).toMatchObject({
      body: { code: "over_request_rate_limit", message: "Request rate limit reached" },
    });
    expect(refused[0]?.retryAfterS).toBeGreaterThanOrEqual(1);
    await expect
      .poll(() => countRoundTrips(async () => visitor(path, body)))
      .toMatchObject({ roundTrips: 0 });
    expect((await visitorAt()(path, body)).status).not.toBe(429);
  });

  test("all addresses of one IPv6 network: counted as one visitor", async () => {
    const addresses = Array.from(
      { length: 40 },
      (_, i) => `2001:db8:${process.pid % 9999}:1::${i}`,
    );
    const answers = await Promise.all(
      addresses.map((ip) =>
        visitorAt(ip)("/token?grant_type=refresh_token", { refresh_token: "x" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test("forged X-Forwarded-For: does not change the counter", async () => {
    const visitor = visitorAt();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        visitor("/otp", { email: "no address" }, { "x-forwarded-for": `192.0.2.${i}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test("over the limit without an API version: the error has the older shape", async () => {
    const visitor = visitorAt();
    const old = { "x-supabase-api-version": "" };
    const ask = () => visitor("/otp", { email: "no address" }, old);
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    expect(answers.find(({ status }) => status === 429)?.body).toEqual({
      code: 429,
      error_code: "over_request_rate_limit",
      msg: "Request rate limit reached",
    });
  });
});

describe("wrong passwords", () => {
  test("of one visitor on many accounts: refused after twenty, right ones not counted", async () => {
    const { email, password } = await freshAccount();
    const visitor = visitorAt();
    for (let i = 0; i < 4; i++) expect((await signIn(visitor, email, password)).status).toBe(200);
    const guess = () => signIn(visitor, freshAddress(), "a wrong guess");
    const answers = await Promise.all(Array.from({ length: 24 }, guess));
    const checked = answers.filter(({ status }) => status === 400).length;
    expect(checked).toBeGreaterThanOrEqual(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(24 - checked);
    expect(checked).toBeLessThan(24);
  });

  test("slowed down for existing and unknown accounts alike; the user can still sign in, from a known or new network", async () => {
    expect(await guessesUntilRefused(visitorAt(), freshAddress())).toBeGreaterThanOrEqual(5);
    const { email, password } = await freshAccount();
    const home = visitorAt();
    expect((await signIn(home, email, password)).status).toBe(200);
    const stranger = visitorAt();
    expect(await guessesUntilRefused(stranger, email)).toBeGreaterThanOrEqual(5);
    const refused = await signIn(stranger, email, password);
    expect(refused).toMatchObject({ status: 429, body: { code: "over_request_rate_limit" } });
    expect(refused.retryAfterS).toBeGreaterThanOrEqual(1);
    expect((await signIn(home, email, password)).status).toBe(200);
    expect((await signIn(visitorAt(), email, password)).status).toBe(200);
  });

  test("from many networks: slow down new networks, not the user's own", async () => {
    const { email, password } = await freshAccount();
    const home = visitorAt();
    expect((await signIn(home, email, password)).status).toBe(200);
    const guess = () => signIn(visitorAt(), email, "a wrong guess");
    const answers = await Promise.all(Array.from({ length: 24 }, guess));
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(22);
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect((await signIn(home, email, password)).status).toBe(200);

    // From a new network the user signs in by email, and with the password afterwards.
    const { data } = await adminAuth().generateLink({ type: "magiclink", email });
    const away = visitorAt();
    const link = { type: "magiclink", token_hash: data.properties?.hashed_token };
    expect((await away("/verify", link)).status).toBe(200);
    expect((await signIn(away, email, password)).status).toBe(200);
  });
});

describe("codes and emails", () => {
  test("emailed code: cannot be guessed from many networks, and the link still works", async () => {
    const { email } = await freshAccount();
    const { data } = await adminAuth().generateLink({ type: "magiclink", email });
    const answers: Refusal[] = [];
    for (let i = 0; i < 5; i++) {
      const body = { type: "magiclink", email, token: String(i).padStart(6, "0") };
      answers.push(await visitorAt()("/verify", body));
    }
    const right = { type: "magiclink", email, token: data.properties?.email_otp };
    answers.push(await visitorAt()("/verify", right));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body["code"])}`))).toEqual(
      new Set(["403 otp_expired"]),
    );
    const link = await freshAuthClient().verifyOtp({
      type: "magiclink",
      token_hash: data.properties?.hashed_token ?? "",
    });
    expect(link.data.user?.email).toBe(email);
  });
});
